; Generated from state_query.c by `make runtime`: change that file, not this one.
; SHA-256 of state_query.c: e7b3a46b200bb337809f483c622251e59f3f100017ddf3dd1bfaae3e37676762
@SLOTS = local_unnamed_addr constant i64 4096, align 8

define void @mark(ptr nocapture noundef readonly %0, i64 noundef %1, i64 noundef %2) local_unnamed_addr #0 {
  %4 = icmp ult i64 %1, %2
  br i1 %4, label %5, label %10

5:
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 40
  br label %11

10:
  ret void

11:
  %12 = phi i64 [ %1, %5 ], [ %25, %41 ]
  %13 = load ptr, ptr %6, align 8
  %14 = load i64, ptr %0, align 8
  %15 = mul i64 %14, %12
  %16 = getelementptr inbounds nuw i64, ptr %13, i64 %15
  %17 = tail call i64 @conditions(ptr noundef %16) #3
  %18 = load ptr, ptr %7, align 8
  %19 = icmp eq ptr %18, null
  br i1 %19, label %23, label %20

20:
  %21 = trunc i64 %17 to i8
  %22 = getelementptr inbounds nuw i8, ptr %18, i64 %12
  store i8 %21, ptr %22, align 1
  br label %23

23:
  %24 = icmp eq i64 %17, 0
  %25 = add nuw i64 %12, 1
  br i1 %24, label %41, label %26

26:
  %27 = phi i64 [ %39, %37 ], [ %17, %23 ]
  %28 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %27, i1 true)
  %29 = load ptr, ptr %8, align 8
  %30 = getelementptr inbounds nuw i64, ptr %29, i64 %28
  %31 = load i64, ptr %30, align 8
  %32 = add i64 %31, 1
  store i64 %32, ptr %30, align 8
  %33 = icmp eq i64 %31, 0
  br i1 %33, label %34, label %37

34:
  %35 = load ptr, ptr %9, align 8
  %36 = getelementptr inbounds nuw i64, ptr %35, i64 %28
  store i64 %25, ptr %36, align 8
  br label %37

37:
  %38 = add i64 %27, -1
  %39 = and i64 %38, %27
  %40 = icmp eq i64 %39, 0
  br i1 %40, label %41, label %26

41:
  %42 = icmp eq i64 %25, %2
  br i1 %42, label %10, label %11
}

declare i64 @llvm.cttz.i64(i64, i1 immarg) #2

define void @mark_group(ptr nocapture noundef readonly %0, i64 noundef %1, i64 noundef %2) local_unnamed_addr #0 {
  %4 = icmp ult i64 %1, %2
  br i1 %4, label %5, label %9

5:
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 168
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 24
  br label %10

9:
  ret void

10:
  %11 = phi i64 [ %1, %5 ], [ %22, %10 ]
  %12 = load ptr, ptr %6, align 8
  %13 = load i64, ptr %0, align 8
  %14 = mul i64 %13, %11
  %15 = getelementptr inbounds nuw i64, ptr %12, i64 %14
  %16 = tail call i64 @key(ptr noundef %15) #3
  %17 = load i64, ptr %7, align 8
  %18 = icmp eq i64 %16, %17
  %19 = select i1 %18, i8 2, i8 1
  %20 = load ptr, ptr %8, align 8
  %21 = getelementptr inbounds nuw i8, ptr %20, i64 %11
  store i8 %19, ptr %21, align 1
  %22 = add i64 %11, 1
  %23 = icmp eq i64 %22, %2
  br i1 %23, label %9, label %10
}

define i64 @list_group(ptr nocapture noundef readonly %0, i64 noundef %1, i64 noundef %2) local_unnamed_addr #0 {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %5 = icmp ult i64 %1, %2
  br i1 %5, label %6, label %15

6:
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 168
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 176
  br label %10

10:
  %11 = phi i64 [ %1, %6 ], [ %31, %29 ]
  %12 = phi i64 [ 0, %6 ], [ %30, %29 ]
  %13 = load i64, ptr %4, align 8
  %14 = icmp ult i64 %12, %13
  br i1 %14, label %17, label %15

15:
  %16 = phi i64 [ 0, %3 ], [ %30, %29 ], [ %12, %10 ]
  ret i64 %16

17:
  %18 = load ptr, ptr %7, align 8
  %19 = load i64, ptr %0, align 8
  %20 = mul i64 %19, %11
  %21 = getelementptr inbounds nuw i64, ptr %18, i64 %20
  %22 = tail call i64 @key(ptr noundef %21) #3
  %23 = load i64, ptr %8, align 8
  %24 = icmp eq i64 %22, %23
  br i1 %24, label %25, label %29

25:
  %26 = load ptr, ptr %9, align 8
  %27 = add nuw i64 %12, 1
  %28 = getelementptr inbounds nuw i64, ptr %26, i64 %12
  store i64 %11, ptr %28, align 8
  br label %29

29:
  %30 = phi i64 [ %27, %25 ], [ %12, %17 ]
  %31 = add i64 %11, 1
  %32 = icmp eq i64 %31, %2
  br i1 %32, label %15, label %10
}

define range(i64 0, 2) i64 @group(ptr nocapture noundef %0, i64 noundef %1, i64 noundef %2) local_unnamed_addr #0 {
  %4 = icmp ult i64 %1, %2
  br i1 %4, label %5, label %180

5:
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 96
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 104
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 112
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 120
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 128
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 144
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 152
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 160
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %19 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 136
  br label %23

23:
  %24 = phi i64 [ %1, %5 ], [ %99, %178 ]
  %25 = load ptr, ptr %6, align 8
  %26 = load i64, ptr %0, align 8
  %27 = mul i64 %26, %24
  %28 = getelementptr inbounds nuw i64, ptr %25, i64 %27
  %29 = tail call i64 @key(ptr noundef %28) #3
  %30 = mul i64 %29, -7046029254386353131
  %31 = lshr i64 %30, 52
  %32 = load ptr, ptr %7, align 8
  %33 = getelementptr inbounds nuw i64, ptr %32, i64 %31
  %34 = load i64, ptr %33, align 8
  %35 = icmp eq i64 %34, 0
  br i1 %35, label %38, label %36

36:
  %37 = load ptr, ptr %8, align 8
  br label %43

38:
  %39 = phi i64 [ %31, %23 ], [ %52, %50 ]
  %40 = load i64, ptr %9, align 8
  %41 = load i64, ptr %10, align 8
  %42 = icmp eq i64 %40, %41
  br i1 %42, label %180, label %56

43:
  %44 = phi i64 [ %34, %36 ], [ %54, %50 ]
  %45 = phi i64 [ %31, %36 ], [ %52, %50 ]
  %46 = add i64 %44, -1
  %47 = getelementptr inbounds nuw i64, ptr %37, i64 %46
  %48 = load i64, ptr %47, align 8
  %49 = icmp eq i64 %48, %29
  br i1 %49, label %65, label %50

50:
  %51 = add nuw nsw i64 %45, 1
  %52 = and i64 %51, 4095
  %53 = getelementptr inbounds nuw i64, ptr %32, i64 %52
  %54 = load i64, ptr %53, align 8
  %55 = icmp eq i64 %54, 0
  br i1 %55, label %38, label %43

56:
  %57 = load ptr, ptr %8, align 8
  %58 = add i64 %40, 1
  store i64 %58, ptr %9, align 8
  %59 = getelementptr inbounds nuw i64, ptr %57, i64 %40
  store i64 %29, ptr %59, align 8
  %60 = load i64, ptr %9, align 8
  %61 = load ptr, ptr %7, align 8
  %62 = getelementptr inbounds nuw i64, ptr %61, i64 %39
  store i64 %60, ptr %62, align 8
  %63 = add i64 %60, -1
  %64 = icmp eq i64 %60, 0
  br i1 %64, label %180, label %65

65:
  %66 = phi i64 [ %63, %56 ], [ %46, %43 ]
  %67 = load ptr, ptr %11, align 8
  %68 = getelementptr inbounds nuw i64, ptr %67, i64 %66
  %69 = load i64, ptr %68, align 8
  %70 = add i64 %69, 1
  store i64 %70, ptr %68, align 8
  %71 = icmp eq i64 %69, 0
  br i1 %71, label %72, label %76

72:
  %73 = add nuw i64 %24, 1
  %74 = load ptr, ptr %12, align 8
  %75 = getelementptr inbounds nuw i64, ptr %74, i64 %66
  store i64 %73, ptr %75, align 8
  br label %76

76:
  %77 = tail call i64 @conditions(ptr noundef %28) #3
  %78 = icmp eq i64 %77, 0
  br i1 %78, label %81, label %79

79:
  %80 = shl i64 %66, 6
  br label %84

81:
  %82 = load i64, ptr %14, align 8
  %83 = icmp eq i64 %82, 0
  br i1 %83, label %95, label %102

84:
  %85 = phi i64 [ %77, %79 ], [ %93, %84 ]
  %86 = load ptr, ptr %13, align 8
  %87 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %85, i1 true)
  %88 = or disjoint i64 %87, %80
  %89 = getelementptr inbounds nuw i64, ptr %86, i64 %88
  %90 = load i64, ptr %89, align 8
  %91 = add i64 %90, 1
  store i64 %91, ptr %89, align 8
  %92 = add i64 %85, -1
  %93 = and i64 %92, %85
  %94 = icmp eq i64 %93, 0
  br i1 %94, label %81, label %84

95:
  %96 = load ptr, ptr %18, align 8
  %97 = load ptr, ptr %19, align 8
  %98 = load ptr, ptr %20, align 8
  %99 = add nuw i64 %24, 1
  %100 = tail call i64 %96(ptr noundef %97, ptr noundef %98, i64 noundef %24, i64 noundef %99) #3
  %101 = icmp eq i64 %100, 0
  br i1 %101, label %178, label %121

102:
  %103 = phi i64 [ %119, %102 ], [ %82, %81 ]
  %104 = phi i64 [ %118, %102 ], [ 0, %81 ]
  %105 = load ptr, ptr %15, align 8
  %106 = load i64, ptr %16, align 8
  %107 = mul i64 %106, %104
  %108 = getelementptr i8, ptr %105, i64 %107
  %109 = getelementptr i8, ptr %108, i64 %24
  %110 = load i8, ptr %109, align 1
  %111 = zext i8 %110 to i64
  %112 = load ptr, ptr %17, align 8
  %113 = mul i64 %103, %66
  %114 = getelementptr i64, ptr %112, i64 %113
  %115 = getelementptr i64, ptr %114, i64 %104
  %116 = load i64, ptr %115, align 8
  %117 = add i64 %116, %111
  store i64 %117, ptr %115, align 8
  %118 = add nuw i64 %104, 1
  %119 = load i64, ptr %14, align 8
  %120 = icmp ult i64 %118, %119
  br i1 %120, label %102, label %95

121:
  %122 = phi i64 [ %176, %167 ], [ 0, %95 ]
  %123 = load ptr, ptr %21, align 8
  %124 = load i64, ptr %0, align 8
  %125 = mul i64 %124, %122
  %126 = getelementptr inbounds nuw i64, ptr %123, i64 %125
  %127 = tail call i64 @key(ptr noundef %126) #3
  %128 = icmp eq i64 %127, %29
  br i1 %128, label %164, label %129

129:
  %130 = mul i64 %127, -7046029254386353131
  %131 = lshr i64 %130, 52
  %132 = load ptr, ptr %7, align 8
  %133 = getelementptr inbounds nuw i64, ptr %132, i64 %131
  %134 = load i64, ptr %133, align 8
  %135 = icmp eq i64 %134, 0
  br i1 %135, label %138, label %136

136:
  %137 = load ptr, ptr %8, align 8
  br label %151

138:
  %139 = phi i64 [ %131, %129 ], [ %160, %158 ]
  %140 = load i64, ptr %9, align 8
  %141 = load i64, ptr %10, align 8
  %142 = icmp eq i64 %140, %141
  br i1 %142, label %180, label %143

143:
  %144 = load ptr, ptr %8, align 8
  %145 = add i64 %140, 1
  store i64 %145, ptr %9, align 8
  %146 = getelementptr inbounds nuw i64, ptr %144, i64 %140
  store i64 %127, ptr %146, align 8
  %147 = load i64, ptr %9, align 8
  %148 = load ptr, ptr %7, align 8
  %149 = getelementptr inbounds nuw i64, ptr %148, i64 %139
  store i64 %147, ptr %149, align 8
  %150 = add i64 %147, -1
  br label %164

151:
  %152 = phi i64 [ %134, %136 ], [ %162, %158 ]
  %153 = phi i64 [ %131, %136 ], [ %160, %158 ]
  %154 = add i64 %152, -1
  %155 = getelementptr inbounds nuw i64, ptr %137, i64 %154
  %156 = load i64, ptr %155, align 8
  %157 = icmp eq i64 %156, %127
  br i1 %157, label %167, label %158

158:
  %159 = add nuw nsw i64 %153, 1
  %160 = and i64 %159, 4095
  %161 = getelementptr inbounds nuw i64, ptr %132, i64 %160
  %162 = load i64, ptr %161, align 8
  %163 = icmp eq i64 %162, 0
  br i1 %163, label %138, label %151

164:
  %165 = phi i64 [ %66, %121 ], [ %150, %143 ]
  %166 = icmp eq i64 %165, -1
  br i1 %166, label %180, label %167

167:
  %168 = phi i64 [ %165, %164 ], [ %154, %151 ]
  %169 = load ptr, ptr %22, align 8
  %170 = load i64, ptr %10, align 8
  %171 = mul i64 %170, %66
  %172 = getelementptr i64, ptr %169, i64 %171
  %173 = getelementptr i64, ptr %172, i64 %168
  %174 = load i64, ptr %173, align 8
  %175 = add i64 %174, 1
  store i64 %175, ptr %173, align 8
  %176 = add nuw i64 %122, 1
  %177 = icmp eq i64 %176, %100
  br i1 %177, label %178, label %121

178:
  %179 = icmp eq i64 %99, %2
  br i1 %179, label %180, label %23

180:
  %181 = phi i64 [ 1, %3 ], [ 0, %164 ], [ 0, %138 ], [ 1, %178 ], [ 0, %56 ], [ 0, %38 ]
  ret i64 %181
}

attributes #0 = { nounwind }
attributes #2 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { nounwind }
