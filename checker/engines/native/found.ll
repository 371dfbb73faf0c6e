; Generated from found.c by `make runtime`: change that file, not this one.
; SHA-256 of found.c: 0f959c452c9259d752c7cdf1f97da8b5f959da20ec251c98561b7f87eba86fa6
define void @locate(ptr nocapture noundef readonly %0, i64 noundef %1, i64 noundef %2) local_unnamed_addr #0 {
  %4 = icmp ult i64 %1, %2
  br i1 %4, label %5, label %14

5:
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 72
  br label %15

14:
  ret void

15:
  %16 = phi i64 [ %1, %5 ], [ %84, %77 ]
  %17 = load ptr, ptr %6, align 8
  %18 = load i64, ptr %7, align 8
  %19 = load i64, ptr %8, align 8
  %20 = load ptr, ptr %9, align 8
  %21 = load i64, ptr %0, align 8
  %22 = load ptr, ptr %10, align 8
  %23 = load ptr, ptr %11, align 8
  %24 = getelementptr inbounds nuw i64, ptr %23, i64 %16
  %25 = load i64, ptr %24, align 8
  %26 = lshr i64 %25, 32
  %27 = mul i64 %26, %18
  %28 = lshr i64 %27, 32
  %29 = mul i64 %28, %19
  %30 = udiv i64 %29, %18
  br label %31

31:
  %32 = phi i64 [ %30, %15 ], [ %33, %31 ]
  %33 = add i64 %32, 1
  %34 = mul i64 %33, %18
  %35 = udiv i64 %34, %19
  %36 = icmp ult i64 %28, %35
  br i1 %36, label %37, label %31

37:
  %38 = mul i64 %21, %16
  %39 = getelementptr inbounds nuw i64, ptr %22, i64 %38
  %40 = mul i64 %32, %18
  %41 = udiv i64 %40, %19
  %42 = getelementptr inbounds nuw i64, ptr %17, i64 %28
  %43 = load i64, ptr %42, align 8
  %44 = icmp eq i64 %43, 0
  br i1 %44, label %77, label %45

45:
  %46 = icmp eq i64 %21, 0
  br label %47

47:
  %48 = phi i64 [ %43, %45 ], [ %75, %70 ]
  %49 = phi i64 [ %28, %45 ], [ %73, %70 ]
  %50 = and i64 %48, 4294967295
  %51 = add nsw i64 %50, -1
  %52 = xor i64 %48, %25
  %53 = icmp ult i64 %52, 4294967296
  br i1 %53, label %54, label %70

54:
  %55 = mul i64 %51, %21
  %56 = getelementptr inbounds nuw i64, ptr %20, i64 %55
  br i1 %46, label %77, label %57

57:
  %58 = phi i64 [ %66, %57 ], [ 0, %54 ]
  %59 = phi i64 [ %65, %57 ], [ 0, %54 ]
  %60 = getelementptr inbounds nuw i64, ptr %39, i64 %58
  %61 = load i64, ptr %60, align 8
  %62 = getelementptr inbounds nuw i64, ptr %56, i64 %58
  %63 = load i64, ptr %62, align 8
  %64 = xor i64 %63, %61
  %65 = or i64 %64, %59
  %66 = add nuw i64 %58, 1
  %67 = icmp eq i64 %66, %21
  br i1 %67, label %68, label %57

68:
  %69 = icmp eq i64 %65, 0
  br i1 %69, label %77, label %70

70:
  %71 = add i64 %49, 1
  %72 = icmp eq i64 %71, %35
  %73 = select i1 %72, i64 %41, i64 %71
  %74 = getelementptr inbounds nuw i64, ptr %17, i64 %73
  %75 = load i64, ptr %74, align 8
  %76 = icmp eq i64 %75, 0
  br i1 %76, label %77, label %47

77:
  %78 = phi i64 [ -1, %37 ], [ %51, %54 ], [ -1, %70 ], [ %51, %68 ]
  %79 = load i64, ptr %12, align 8
  %80 = icmp ult i64 %78, %79
  %81 = select i1 %80, i64 %78, i64 -1
  %82 = load ptr, ptr %13, align 8
  %83 = getelementptr inbounds nuw i64, ptr %82, i64 %16
  store i64 %81, ptr %83, align 8
  %84 = add nuw i64 %16, 1
  %85 = icmp eq i64 %84, %2
  br i1 %85, label %14, label %15
}

define void @turn(ptr nocapture noundef readonly %0) local_unnamed_addr #0 {
  %2 = load i64, ptr %0, align 8
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %4 = load ptr, ptr %3, align 8
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %6 = load ptr, ptr %5, align 8
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %8 = load ptr, ptr %7, align 8
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %10 = load ptr, ptr %9, align 8
  %11 = getelementptr inbounds nuw i64, ptr %4, i64 %2
  %12 = load i64, ptr %11, align 8
  %13 = icmp eq i64 %12, 0
  br i1 %13, label %14, label %18

14:
  %15 = icmp eq i64 %2, 0
  br i1 %15, label %42, label %16

16:
  %17 = load i64, ptr %8, align 8
  br label %31

18:
  %19 = phi i64 [ %26, %18 ], [ 0, %1 ]
  %20 = getelementptr inbounds nuw i32, ptr %6, i64 %19
  %21 = load i32, ptr %20, align 4
  %22 = zext i32 %21 to i64
  %23 = getelementptr inbounds nuw i64, ptr %8, i64 %22
  %24 = load i64, ptr %23, align 8
  %25 = add i64 %24, 1
  store i64 %25, ptr %23, align 8
  %26 = add nuw i64 %19, 1
  %27 = load i64, ptr %11, align 8
  %28 = icmp ult i64 %26, %27
  br i1 %28, label %18, label %14

29:
  %30 = load i64, ptr %11, align 8
  br label %43

31:
  %32 = phi i64 [ %37, %31 ], [ %17, %16 ]
  %33 = phi i64 [ %34, %31 ], [ 0, %16 ]
  %34 = add nuw i64 %33, 1
  %35 = getelementptr inbounds nuw i64, ptr %8, i64 %34
  %36 = load i64, ptr %35, align 8
  %37 = add i64 %36, %32
  store i64 %37, ptr %35, align 8
  %38 = icmp eq i64 %34, %2
  br i1 %38, label %29, label %31

39:
  %40 = phi i64 [ %48, %43 ], [ %62, %52 ]
  %41 = icmp eq i64 %46, 0
  br i1 %41, label %42, label %43

42:
  ret void

43:
  %44 = phi i64 [ %40, %39 ], [ %30, %29 ]
  %45 = phi i64 [ %46, %39 ], [ %2, %29 ]
  %46 = add i64 %45, -1
  %47 = getelementptr inbounds nuw i64, ptr %4, i64 %46
  %48 = load i64, ptr %47, align 8
  %49 = icmp ugt i64 %44, %48
  br i1 %49, label %50, label %39

50:
  %51 = trunc i64 %46 to i32
  br label %52

52:
  %53 = phi i64 [ %44, %50 ], [ %54, %52 ]
  %54 = add i64 %53, -1
  %55 = getelementptr inbounds nuw i32, ptr %6, i64 %54
  %56 = load i32, ptr %55, align 4
  %57 = zext i32 %56 to i64
  %58 = getelementptr inbounds nuw i64, ptr %8, i64 %57
  %59 = load i64, ptr %58, align 8
  %60 = add i64 %59, -1
  store i64 %60, ptr %58, align 8
  %61 = getelementptr inbounds nuw i32, ptr %10, i64 %60
  store i32 %51, ptr %61, align 4
  %62 = load i64, ptr %47, align 8
  %63 = icmp ugt i64 %54, %62
  br i1 %63, label %52, label %39
}

define range(i64 0, 2) i64 @find_run(ptr nocapture noundef %0, i64 noundef %1) local_unnamed_addr #1 {
  %3 = icmp eq i64 %1, 0
  br i1 %3, label %182, label %4

4:
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 152
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 160
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 144
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 96
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 104
  %19 = getelementptr inbounds nuw i8, ptr %0, i64 112
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 120
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 128
  %23 = getelementptr inbounds nuw i8, ptr %0, i64 136
  br label %24

24:
  %25 = phi i64 [ %1, %4 ], [ %180, %179 ]
  %26 = load i64, ptr %5, align 8
  %27 = load i64, ptr %6, align 8
  %28 = icmp ult i64 %26, %27
  br i1 %28, label %29, label %182

29:
  %30 = load ptr, ptr %7, align 8
  %31 = add nuw i64 %26, 1
  store i64 %31, ptr %5, align 8
  %32 = getelementptr inbounds nuw i32, ptr %30, i64 %26
  %33 = load i32, ptr %32, align 4
  %34 = zext i32 %33 to i64
  %35 = lshr i64 %34, 1
  %36 = and i64 %34, 1
  %37 = icmp ne i64 %36, 0
  %38 = load ptr, ptr %8, align 8
  %39 = load ptr, ptr %9, align 8
  %40 = load ptr, ptr %10, align 8
  %41 = add nuw nsw i64 %35, 1
  %42 = tail call i64 %38(ptr noundef %39, ptr noundef %40, i64 noundef %35, i64 noundef %41) #3
  %43 = icmp eq i64 %42, 0
  br i1 %43, label %179, label %44

44:
  %45 = load ptr, ptr %11, align 8
  %46 = load i64, ptr %12, align 8
  %47 = load ptr, ptr %13, align 8
  br label %48

48:
  %49 = phi i64 [ 0, %44 ], [ %56, %48 ]
  %50 = getelementptr inbounds nuw i64, ptr %47, i64 %49
  %51 = load i64, ptr %50, align 8
  %52 = lshr i64 %51, 32
  %53 = mul i64 %52, %46
  %54 = lshr i64 %53, 32
  %55 = getelementptr inbounds nuw i64, ptr %45, i64 %54
  tail call void @llvm.prefetch.p0(ptr %55, i32 0, i32 3, i32 1)
  %56 = add nuw i64 %49, 1
  %57 = icmp eq i64 %56, %42
  br i1 %57, label %58, label %48

58:
  %59 = phi i64 [ %169, %168 ], [ 0, %48 ]
  %60 = load ptr, ptr %11, align 8
  %61 = load i64, ptr %12, align 8
  %62 = load i64, ptr %14, align 8
  %63 = load ptr, ptr %15, align 8
  %64 = load i64, ptr %0, align 8
  %65 = load ptr, ptr %16, align 8
  %66 = load ptr, ptr %13, align 8
  %67 = getelementptr inbounds nuw i64, ptr %66, i64 %59
  %68 = load i64, ptr %67, align 8
  %69 = lshr i64 %68, 32
  %70 = mul i64 %69, %61
  %71 = lshr i64 %70, 32
  %72 = mul i64 %71, %62
  %73 = udiv i64 %72, %61
  br label %74

74:
  %75 = phi i64 [ %73, %58 ], [ %76, %74 ]
  %76 = add i64 %75, 1
  %77 = mul i64 %76, %61
  %78 = udiv i64 %77, %62
  %79 = icmp ult i64 %71, %78
  br i1 %79, label %80, label %74

80:
  %81 = mul i64 %64, %59
  %82 = getelementptr inbounds nuw i64, ptr %65, i64 %81
  %83 = mul i64 %75, %61
  %84 = udiv i64 %83, %62
  %85 = getelementptr inbounds nuw i64, ptr %60, i64 %71
  %86 = load i64, ptr %85, align 8
  %87 = icmp eq i64 %86, 0
  br i1 %87, label %168, label %88

88:
  %89 = icmp eq i64 %64, 0
  br label %90

90:
  %91 = phi i64 [ %86, %88 ], [ %118, %113 ]
  %92 = phi i64 [ %71, %88 ], [ %116, %113 ]
  %93 = and i64 %91, 4294967295
  %94 = add nsw i64 %93, -1
  %95 = xor i64 %91, %68
  %96 = icmp ult i64 %95, 4294967296
  br i1 %96, label %97, label %113

97:
  %98 = mul i64 %94, %64
  %99 = getelementptr inbounds nuw i64, ptr %63, i64 %98
  br i1 %89, label %120, label %100

100:
  %101 = phi i64 [ %109, %100 ], [ 0, %97 ]
  %102 = phi i64 [ %108, %100 ], [ 0, %97 ]
  %103 = getelementptr inbounds nuw i64, ptr %82, i64 %101
  %104 = load i64, ptr %103, align 8
  %105 = getelementptr inbounds nuw i64, ptr %99, i64 %101
  %106 = load i64, ptr %105, align 8
  %107 = xor i64 %106, %104
  %108 = or i64 %107, %102
  %109 = add nuw i64 %101, 1
  %110 = icmp eq i64 %109, %64
  br i1 %110, label %111, label %100

111:
  %112 = icmp eq i64 %108, 0
  br i1 %112, label %120, label %113

113:
  %114 = add i64 %92, 1
  %115 = icmp eq i64 %114, %78
  %116 = select i1 %115, i64 %84, i64 %114
  %117 = getelementptr inbounds nuw i64, ptr %60, i64 %116
  %118 = load i64, ptr %117, align 8
  %119 = icmp eq i64 %118, 0
  br i1 %119, label %168, label %90

120:
  %121 = load i64, ptr %17, align 8
  %122 = icmp ult i64 %94, %121
  br i1 %122, label %123, label %168

123:
  %124 = load ptr, ptr %18, align 8
  %125 = getelementptr inbounds nuw i8, ptr %124, i64 %94
  %126 = load i8, ptr %125, align 1
  %127 = load ptr, ptr %19, align 8
  %128 = load ptr, ptr %20, align 8
  %129 = getelementptr inbounds nuw i16, ptr %128, i64 %59
  %130 = load i16, ptr %129, align 2
  %131 = zext i16 %130 to i64
  %132 = getelementptr inbounds nuw i8, ptr %127, i64 %131
  %133 = load i8, ptr %132, align 1
  %134 = or i8 %133, %126
  %135 = zext i8 %134 to i32
  %136 = and i32 %135, 4
  %137 = icmp eq i32 %136, 0
  br i1 %137, label %138, label %168

138:
  %139 = and i32 %135, 1
  %140 = icmp ne i32 %139, 0
  %141 = and i1 %37, %140
  br i1 %141, label %171, label %142

142:
  %143 = and i32 %135, 2
  %144 = icmp ne i32 %143, 0
  %145 = or i1 %37, %144
  %146 = load ptr, ptr %21, align 8
  %147 = getelementptr inbounds nuw i8, ptr %146, i64 %94
  %148 = load i8, ptr %147, align 1
  %149 = zext i8 %148 to i32
  %150 = select i1 %145, i32 2, i32 1
  %151 = and i32 %150, %149
  %152 = icmp eq i32 %151, 0
  br i1 %152, label %153, label %168

153:
  %154 = shl nuw nsw i64 %94, 1
  %155 = zext i1 %145 to i64
  %156 = or disjoint i64 %154, %155
  %157 = trunc nuw nsw i32 %150 to i8
  %158 = or i8 %148, %157
  store i8 %158, ptr %147, align 1
  %159 = load ptr, ptr %22, align 8
  %160 = getelementptr inbounds nuw i32, ptr %159, i64 %156
  store i32 %33, ptr %160, align 4
  %161 = load ptr, ptr %23, align 8
  %162 = getelementptr inbounds nuw i16, ptr %161, i64 %156
  store i16 %130, ptr %162, align 2
  %163 = trunc i64 %156 to i32
  %164 = load ptr, ptr %7, align 8
  %165 = load i64, ptr %6, align 8
  %166 = add i64 %165, 1
  store i64 %166, ptr %6, align 8
  %167 = getelementptr inbounds nuw i32, ptr %164, i64 %165
  store i32 %163, ptr %167, align 4
  br label %168

168:
  %169 = add nuw i64 %59, 1
  %170 = icmp eq i64 %169, %42
  br i1 %170, label %179, label %58

171:
  %172 = getelementptr inbounds nuw i16, ptr %128, i64 %59
  %173 = add nuw nsw i64 %34, 1
  %174 = getelementptr inbounds nuw i8, ptr %0, i64 168
  store i64 %173, ptr %174, align 8
  %175 = getelementptr inbounds nuw i8, ptr %0, i64 176
  store i64 %94, ptr %175, align 8
  %176 = load i16, ptr %172, align 2
  %177 = zext i16 %176 to i64
  %178 = getelementptr inbounds nuw i8, ptr %0, i64 184
  store i64 %177, ptr %178, align 8
  br label %189

179:
  %180 = add i64 %25, -1
  %181 = icmp eq i64 %180, 0
  br i1 %181, label %182, label %24

182:
  %183 = getelementptr inbounds nuw i8, ptr %0, i64 152
  %184 = load i64, ptr %183, align 8
  %185 = getelementptr inbounds nuw i8, ptr %0, i64 160
  %186 = load i64, ptr %185, align 8
  %187 = icmp ult i64 %184, %186
  %188 = zext i1 %187 to i64
  br label %189

189:
  %190 = phi i64 [ 0, %171 ], [ %188, %182 ]
  ret i64 %190
}

declare void @llvm.prefetch.p0(ptr nocapture readonly, i32 immarg, i32 immarg, i32 immarg) #2

attributes #0 = { nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) }
attributes #1 = { nounwind }
attributes #2 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite) }
attributes #3 = { nounwind }
