; Generated from state_index.c by `make runtime`: change that file, not this one.
; SHA-256 of state_index.c: e8c48cfb8c3b34127cd211fb5821cb310a773d6352797b079968ea5e3f1422ac
define void @locate(ptr nocapture noundef readonly %0, i64 noundef %1, i64 noundef %2) local_unnamed_addr #0 {
  %4 = icmp ult i64 %1, %2
  br i1 %4, label %5, label %13

5:
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 64
  br label %14

13:
  ret void

14:
  %15 = phi i64 [ %1, %5 ], [ %71, %64 ]
  %16 = load ptr, ptr %6, align 8
  %17 = load i64, ptr %7, align 8
  %18 = load ptr, ptr %8, align 8
  %19 = load i64, ptr %0, align 8
  %20 = load ptr, ptr %9, align 8
  %21 = mul i64 %19, %15
  %22 = getelementptr inbounds nuw i64, ptr %20, i64 %21
  %23 = load ptr, ptr %10, align 8
  %24 = getelementptr inbounds nuw i64, ptr %23, i64 %15
  %25 = load i64, ptr %24, align 8
  %26 = lshr i64 %25, 32
  %27 = mul i64 %26, %17
  %28 = lshr i64 %27, 32
  %29 = getelementptr inbounds nuw i64, ptr %16, i64 %28
  %30 = load i64, ptr %29, align 8
  %31 = icmp eq i64 %30, 0
  br i1 %31, label %64, label %32

32:
  %33 = icmp eq i64 %19, 0
  br label %34

34:
  %35 = phi i64 [ %30, %32 ], [ %62, %57 ]
  %36 = phi i64 [ %28, %32 ], [ %60, %57 ]
  %37 = and i64 %35, 4294967295
  %38 = add nsw i64 %37, -1
  %39 = xor i64 %35, %25
  %40 = icmp ult i64 %39, 4294967296
  br i1 %40, label %41, label %57

41:
  %42 = mul i64 %38, %19
  %43 = getelementptr inbounds nuw i64, ptr %18, i64 %42
  br i1 %33, label %64, label %44

44:
  %45 = phi i64 [ %53, %44 ], [ 0, %41 ]
  %46 = phi i64 [ %52, %44 ], [ 0, %41 ]
  %47 = getelementptr inbounds nuw i64, ptr %22, i64 %45
  %48 = load i64, ptr %47, align 8
  %49 = getelementptr inbounds nuw i64, ptr %43, i64 %45
  %50 = load i64, ptr %49, align 8
  %51 = xor i64 %50, %48
  %52 = or i64 %51, %46
  %53 = add nuw i64 %45, 1
  %54 = icmp eq i64 %53, %19
  br i1 %54, label %55, label %44

55:
  %56 = icmp eq i64 %52, 0
  br i1 %56, label %64, label %57

57:
  %58 = add i64 %36, 1
  %59 = icmp eq i64 %58, %17
  %60 = select i1 %59, i64 0, i64 %58
  %61 = getelementptr inbounds nuw i64, ptr %16, i64 %60
  %62 = load i64, ptr %61, align 8
  %63 = icmp eq i64 %62, 0
  br i1 %63, label %64, label %34

64:
  %65 = phi i64 [ -1, %14 ], [ %38, %41 ], [ -1, %57 ], [ %38, %55 ]
  %66 = load i64, ptr %11, align 8
  %67 = icmp ult i64 %65, %66
  %68 = select i1 %67, i64 %65, i64 -1
  %69 = load ptr, ptr %12, align 8
  %70 = getelementptr inbounds nuw i64, ptr %69, i64 %15
  store i64 %68, ptr %70, align 8
  %71 = add nuw i64 %15, 1
  %72 = icmp eq i64 %71, %2
  br i1 %72, label %13, label %14
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
  br i1 %3, label %169, label %4

4:
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 144
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 152
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 136
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 96
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 104
  %19 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 112
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 120
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 128
  br label %23

23:
  %24 = phi i64 [ %1, %4 ], [ %167, %166 ]
  %25 = load i64, ptr %5, align 8
  %26 = load i64, ptr %6, align 8
  %27 = icmp ult i64 %25, %26
  br i1 %27, label %28, label %169

28:
  %29 = load ptr, ptr %7, align 8
  %30 = add nuw i64 %25, 1
  store i64 %30, ptr %5, align 8
  %31 = getelementptr inbounds nuw i32, ptr %29, i64 %25
  %32 = load i32, ptr %31, align 4
  %33 = zext i32 %32 to i64
  %34 = lshr i64 %33, 1
  %35 = and i64 %33, 1
  %36 = icmp ne i64 %35, 0
  %37 = load ptr, ptr %8, align 8
  %38 = load ptr, ptr %9, align 8
  %39 = load ptr, ptr %10, align 8
  %40 = add nuw nsw i64 %34, 1
  %41 = tail call i64 %37(ptr noundef %38, ptr noundef %39, i64 noundef %34, i64 noundef %40) #3
  %42 = icmp eq i64 %41, 0
  br i1 %42, label %166, label %43

43:
  %44 = load ptr, ptr %11, align 8
  %45 = load i64, ptr %12, align 8
  %46 = load ptr, ptr %13, align 8
  br label %47

47:
  %48 = phi i64 [ 0, %43 ], [ %55, %47 ]
  %49 = getelementptr inbounds nuw i64, ptr %46, i64 %48
  %50 = load i64, ptr %49, align 8
  %51 = lshr i64 %50, 32
  %52 = mul i64 %51, %45
  %53 = lshr i64 %52, 32
  %54 = getelementptr inbounds nuw i64, ptr %44, i64 %53
  tail call void @llvm.prefetch.p0(ptr %54, i32 0, i32 3, i32 1)
  %55 = add nuw i64 %48, 1
  %56 = icmp eq i64 %55, %41
  br i1 %56, label %57, label %47

57:
  %58 = phi i64 [ %156, %155 ], [ 0, %47 ]
  %59 = load ptr, ptr %11, align 8
  %60 = load i64, ptr %12, align 8
  %61 = load ptr, ptr %14, align 8
  %62 = load i64, ptr %0, align 8
  %63 = load ptr, ptr %15, align 8
  %64 = mul i64 %62, %58
  %65 = getelementptr inbounds nuw i64, ptr %63, i64 %64
  %66 = load ptr, ptr %13, align 8
  %67 = getelementptr inbounds nuw i64, ptr %66, i64 %58
  %68 = load i64, ptr %67, align 8
  %69 = lshr i64 %68, 32
  %70 = mul i64 %69, %60
  %71 = lshr i64 %70, 32
  %72 = getelementptr inbounds nuw i64, ptr %59, i64 %71
  %73 = load i64, ptr %72, align 8
  %74 = icmp eq i64 %73, 0
  br i1 %74, label %155, label %75

75:
  %76 = icmp eq i64 %62, 0
  br label %77

77:
  %78 = phi i64 [ %73, %75 ], [ %105, %100 ]
  %79 = phi i64 [ %71, %75 ], [ %103, %100 ]
  %80 = and i64 %78, 4294967295
  %81 = add nsw i64 %80, -1
  %82 = xor i64 %78, %68
  %83 = icmp ult i64 %82, 4294967296
  br i1 %83, label %84, label %100

84:
  %85 = mul i64 %81, %62
  %86 = getelementptr inbounds nuw i64, ptr %61, i64 %85
  br i1 %76, label %107, label %87

87:
  %88 = phi i64 [ %96, %87 ], [ 0, %84 ]
  %89 = phi i64 [ %95, %87 ], [ 0, %84 ]
  %90 = getelementptr inbounds nuw i64, ptr %65, i64 %88
  %91 = load i64, ptr %90, align 8
  %92 = getelementptr inbounds nuw i64, ptr %86, i64 %88
  %93 = load i64, ptr %92, align 8
  %94 = xor i64 %93, %91
  %95 = or i64 %94, %89
  %96 = add nuw i64 %88, 1
  %97 = icmp eq i64 %96, %62
  br i1 %97, label %98, label %87

98:
  %99 = icmp eq i64 %95, 0
  br i1 %99, label %107, label %100

100:
  %101 = add i64 %79, 1
  %102 = icmp eq i64 %101, %60
  %103 = select i1 %102, i64 0, i64 %101
  %104 = getelementptr inbounds nuw i64, ptr %59, i64 %103
  %105 = load i64, ptr %104, align 8
  %106 = icmp eq i64 %105, 0
  br i1 %106, label %155, label %77

107:
  %108 = load i64, ptr %16, align 8
  %109 = icmp ult i64 %81, %108
  br i1 %109, label %110, label %155

110:
  %111 = load ptr, ptr %17, align 8
  %112 = getelementptr inbounds nuw i8, ptr %111, i64 %81
  %113 = load i8, ptr %112, align 1
  %114 = load ptr, ptr %18, align 8
  %115 = load ptr, ptr %19, align 8
  %116 = getelementptr inbounds nuw i16, ptr %115, i64 %58
  %117 = load i16, ptr %116, align 2
  %118 = zext i16 %117 to i64
  %119 = getelementptr inbounds nuw i8, ptr %114, i64 %118
  %120 = load i8, ptr %119, align 1
  %121 = or i8 %120, %113
  %122 = zext i8 %121 to i32
  %123 = and i32 %122, 4
  %124 = icmp eq i32 %123, 0
  br i1 %124, label %125, label %155

125:
  %126 = and i32 %122, 1
  %127 = icmp ne i32 %126, 0
  %128 = and i1 %36, %127
  br i1 %128, label %158, label %129

129:
  %130 = and i32 %122, 2
  %131 = icmp ne i32 %130, 0
  %132 = or i1 %36, %131
  %133 = load ptr, ptr %20, align 8
  %134 = getelementptr inbounds nuw i8, ptr %133, i64 %81
  %135 = load i8, ptr %134, align 1
  %136 = zext i8 %135 to i32
  %137 = select i1 %132, i32 2, i32 1
  %138 = and i32 %137, %136
  %139 = icmp eq i32 %138, 0
  br i1 %139, label %140, label %155

140:
  %141 = shl nuw nsw i64 %81, 1
  %142 = zext i1 %132 to i64
  %143 = or disjoint i64 %141, %142
  %144 = trunc nuw nsw i32 %137 to i8
  %145 = or i8 %135, %144
  store i8 %145, ptr %134, align 1
  %146 = load ptr, ptr %21, align 8
  %147 = getelementptr inbounds nuw i32, ptr %146, i64 %143
  store i32 %32, ptr %147, align 4
  %148 = load ptr, ptr %22, align 8
  %149 = getelementptr inbounds nuw i16, ptr %148, i64 %143
  store i16 %117, ptr %149, align 2
  %150 = trunc i64 %143 to i32
  %151 = load ptr, ptr %7, align 8
  %152 = load i64, ptr %6, align 8
  %153 = add i64 %152, 1
  store i64 %153, ptr %6, align 8
  %154 = getelementptr inbounds nuw i32, ptr %151, i64 %152
  store i32 %150, ptr %154, align 4
  br label %155

155:
  %156 = add nuw i64 %58, 1
  %157 = icmp eq i64 %156, %41
  br i1 %157, label %166, label %57

158:
  %159 = getelementptr inbounds nuw i16, ptr %115, i64 %58
  %160 = add nuw nsw i64 %33, 1
  %161 = getelementptr inbounds nuw i8, ptr %0, i64 160
  store i64 %160, ptr %161, align 8
  %162 = getelementptr inbounds nuw i8, ptr %0, i64 168
  store i64 %81, ptr %162, align 8
  %163 = load i16, ptr %159, align 2
  %164 = zext i16 %163 to i64
  %165 = getelementptr inbounds nuw i8, ptr %0, i64 176
  store i64 %164, ptr %165, align 8
  br label %176

166:
  %167 = add i64 %24, -1
  %168 = icmp eq i64 %167, 0
  br i1 %168, label %169, label %23

169:
  %170 = getelementptr inbounds nuw i8, ptr %0, i64 144
  %171 = load i64, ptr %170, align 8
  %172 = getelementptr inbounds nuw i8, ptr %0, i64 152
  %173 = load i64, ptr %172, align 8
  %174 = icmp ult i64 %171, %173
  %175 = zext i1 %174 to i64
  br label %176

176:
  %177 = phi i64 [ 0, %158 ], [ %175, %169 ]
  ret i64 %177
}

declare void @llvm.prefetch.p0(ptr nocapture readonly, i32 immarg, i32 immarg, i32 immarg) #2

attributes #0 = { nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) }
attributes #1 = { nounwind }
attributes #2 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite) }
attributes #3 = { nounwind }
