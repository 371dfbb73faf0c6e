; Generated from runtime.c by `make runtime`: change that file, not this one.
; SHA-256 of runtime.c: f3f58b4d2b45e7c2384166fdefac7d46a41346e1e46c6108d027a3dd039cec44
@PREFETCH_SLOT = local_unnamed_addr constant i64 24, align 8

define i64 @hash_of(ptr noundef %0) local_unnamed_addr #0 {
  %2 = tail call i64 @hash(ptr noundef %0) #8
  ret i64 %2
}

define i64 @expand(ptr nocapture noundef readonly %0, ptr nocapture noundef %1, i64 noundef %2, i64 noundef %3) local_unnamed_addr #0 {
  %5 = alloca i64, align 8
  %6 = load ptr, ptr %0, align 8
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %8 = load ptr, ptr %7, align 8
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %10 = load ptr, ptr %9, align 8
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %12 = load ptr, ptr %11, align 8
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %14 = load ptr, ptr %13, align 8
  %15 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %16 = load ptr, ptr %15, align 8
  %17 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %18 = load i64, ptr %17, align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %5) #9
  store i64 0, ptr %5, align 8
  %19 = icmp ult i64 %2, %3
  br i1 %19, label %20, label %24

20:
  %21 = load i64, ptr @WORDS, align 8
  %22 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %23 = icmp ne ptr %14, null
  br label %27

24:
  %25 = phi i64 [ %18, %4 ], [ %55, %54 ]
  %26 = sub i64 %25, %18
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %5) #9
  ret i64 %26

27:
  %28 = phi i64 [ %18, %20 ], [ %55, %54 ]
  %29 = phi i64 [ %2, %20 ], [ %56, %54 ]
  %30 = mul i64 %21, %29
  %31 = getelementptr inbounds nuw i64, ptr %6, i64 %30
  %32 = mul i64 %21, %28
  %33 = getelementptr inbounds nuw i64, ptr %8, i64 %32
  %34 = getelementptr inbounds nuw i64, ptr %10, i64 %28
  %35 = getelementptr inbounds nuw i16, ptr %12, i64 %28
  %36 = call i64 @successors(ptr noundef %31, ptr noundef %33, ptr noundef %34, ptr noundef %35, ptr noundef %16, ptr noundef nonnull %5) #8
  %37 = load i64, ptr %5, align 8
  %38 = icmp eq i64 %37, 0
  br i1 %38, label %44, label %39

39:
  %40 = load i64, ptr %22, align 8
  %41 = icmp eq i64 %40, 0
  br i1 %41, label %42, label %44

42:
  %43 = add nuw i64 %29, 1
  store i64 %43, ptr %22, align 8
  br label %44

44:
  %45 = icmp ne i64 %36, 0
  %46 = select i1 %23, i1 %45, i1 false
  br i1 %46, label %47, label %54

47:
  %48 = getelementptr i64, ptr %14, i64 %28
  br label %49

49:
  %50 = phi i64 [ 0, %47 ], [ %52, %49 ]
  %51 = getelementptr i64, ptr %48, i64 %50
  store i64 %29, ptr %51, align 8
  %52 = add nuw i64 %50, 1
  %53 = icmp eq i64 %52, %36
  br i1 %53, label %54, label %49

54:
  %55 = add i64 %36, %28
  %56 = add nuw i64 %29, 1
  %57 = icmp eq i64 %56, %3
  br i1 %57, label %24, label %27
}

declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #2

declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #3

declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #2

define i64 @insert(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, i64 noundef %2, i64 noundef %3) local_unnamed_addr #0 {
  %5 = load ptr, ptr %0, align 8
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %7 = load ptr, ptr %6, align 8
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %9 = load i64, ptr %8, align 8
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %11 = load i64, ptr %10, align 8
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %13 = load ptr, ptr %12, align 8
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %15 = load ptr, ptr %14, align 8
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %17 = load ptr, ptr %16, align 8
  %18 = load i64, ptr %1, align 8
  %19 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %20 = load i64, ptr %19, align 8
  %21 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %22 = load ptr, ptr %21, align 8
  %23 = icmp ult i64 %2, %3
  br i1 %23, label %27, label %24

24:
  %25 = phi i64 [ 0, %4 ], [ %40, %27 ]
  %26 = getelementptr i64, ptr %22, i64 %25
  br label %48

27:
  %28 = phi i64 [ %40, %27 ], [ 0, %4 ]
  %29 = phi i64 [ %41, %27 ], [ %2, %4 ]
  %30 = getelementptr inbounds nuw i64, ptr %15, i64 %29
  %31 = load i64, ptr %30, align 8
  %32 = lshr i64 %31, 32
  %33 = mul i64 %32, %9
  %34 = lshr i64 %33, 32
  %35 = getelementptr inbounds nuw i64, ptr %22, i64 %28
  store i64 %29, ptr %35, align 8
  %36 = icmp ule i64 %18, %34
  %37 = icmp ult i64 %34, %20
  %38 = and i1 %36, %37
  %39 = zext i1 %38 to i64
  %40 = add i64 %28, %39
  %41 = add nuw i64 %29, 1
  %42 = icmp eq i64 %41, %3
  br i1 %42, label %24, label %27

43:
  %44 = icmp eq i64 %25, 0
  br i1 %44, label %53, label %45

45:
  %46 = load i64, ptr @WORDS, align 8
  %47 = add i64 %11, 1
  br label %55

48:
  %49 = phi i64 [ 0, %24 ], [ %51, %48 ]
  %50 = getelementptr i64, ptr %26, i64 %49
  store i64 %2, ptr %50, align 8
  %51 = add nuw nsw i64 %49, 1
  %52 = icmp eq i64 %51, 24
  br i1 %52, label %43, label %48

53:
  %54 = phi i64 [ 0, %43 ], [ %133, %128 ]
  ret i64 %54

55:
  %56 = phi i64 [ 0, %45 ], [ %133, %128 ]
  %57 = phi i64 [ 0, %45 ], [ %134, %128 ]
  %58 = getelementptr i64, ptr %22, i64 %57
  %59 = getelementptr i8, ptr %58, i64 192
  %60 = load i64, ptr %59, align 8
  %61 = getelementptr inbounds nuw i64, ptr %15, i64 %60
  %62 = load i64, ptr %61, align 8
  %63 = lshr i64 %62, 32
  %64 = mul i64 %63, %9
  %65 = lshr i64 %64, 32
  %66 = getelementptr inbounds nuw i64, ptr %7, i64 %65
  tail call void @llvm.prefetch.p0(ptr %66, i32 1, i32 3, i32 1)
  %67 = getelementptr i8, ptr %58, i64 80
  %68 = load i64, ptr %67, align 8
  %69 = getelementptr inbounds nuw i64, ptr %15, i64 %68
  %70 = load i64, ptr %69, align 8
  %71 = lshr i64 %70, 32
  %72 = mul i64 %71, %9
  %73 = lshr i64 %72, 32
  %74 = getelementptr inbounds nuw i64, ptr %7, i64 %73
  %75 = load i64, ptr %74, align 8
  %76 = icmp eq i64 %75, 0
  br i1 %76, label %86, label %77

77:
  %78 = and i64 %75, 4294967295
  %79 = add nsw i64 %78, -1
  %80 = icmp ult i64 %79, %11
  %81 = select i1 %80, ptr %5, ptr %13
  %82 = select i1 %80, i64 0, i64 %11
  %83 = sub i64 %79, %82
  %84 = mul i64 %46, %83
  %85 = getelementptr inbounds nuw i64, ptr %81, i64 %84
  br label %86

86:
  %87 = phi ptr [ %85, %77 ], [ %13, %55 ]
  tail call void @llvm.prefetch.p0(ptr %87, i32 0, i32 3, i32 1)
  %88 = load i64, ptr %58, align 8
  %89 = getelementptr inbounds nuw i64, ptr %15, i64 %88
  %90 = load i64, ptr %89, align 8
  %91 = and i64 %90, -4294967296
  %92 = mul i64 %46, %88
  %93 = getelementptr inbounds nuw i64, ptr %13, i64 %92
  %94 = lshr i64 %90, 32
  %95 = mul i64 %94, %9
  %96 = lshr i64 %95, 32
  %97 = getelementptr inbounds nuw i64, ptr %7, i64 %96
  %98 = load i64, ptr %97, align 8
  %99 = icmp eq i64 %98, 0
  br i1 %99, label %100, label %106

100:
  %101 = phi i64 [ %96, %86 ], [ %124, %121 ]
  %102 = getelementptr inbounds nuw i64, ptr %7, i64 %101
  %103 = add i64 %47, %88
  %104 = or i64 %91, %103
  store i64 %104, ptr %102, align 8
  %105 = add i64 %101, 1
  br label %128

106:
  %107 = phi i64 [ %126, %121 ], [ %98, %86 ]
  %108 = phi i64 [ %124, %121 ], [ %96, %86 ]
  %109 = and i64 %107, -4294967296
  %110 = icmp eq i64 %109, %91
  br i1 %110, label %111, label %121

111:
  %112 = and i64 %107, 4294967295
  %113 = add nsw i64 %112, -1
  %114 = icmp ult i64 %113, %11
  %115 = select i1 %114, ptr %5, ptr %13
  %116 = select i1 %114, i64 0, i64 %11
  %117 = sub i64 %113, %116
  %118 = mul i64 %117, %46
  %119 = getelementptr inbounds nuw i64, ptr %115, i64 %118
  %120 = tail call zeroext i1 @same(ptr noundef %93, ptr noundef %119) #8
  br i1 %120, label %128, label %121

121:
  %122 = add i64 %108, 1
  %123 = icmp eq i64 %122, %20
  %124 = select i1 %123, i64 %18, i64 %122
  %125 = getelementptr inbounds nuw i64, ptr %7, i64 %124
  %126 = load i64, ptr %125, align 8
  %127 = icmp eq i64 %126, 0
  br i1 %127, label %100, label %106

128:
  %129 = phi i64 [ %105, %100 ], [ 0, %111 ]
  %130 = getelementptr inbounds nuw i64, ptr %17, i64 %88
  store i64 %129, ptr %130, align 8
  %131 = icmp ne i64 %129, 0
  %132 = zext i1 %131 to i64
  %133 = add i64 %56, %132
  %134 = add nuw i64 %57, 1
  %135 = icmp eq i64 %134, %25
  br i1 %135, label %53, label %55
}

declare void @llvm.prefetch.p0(ptr nocapture readonly, i32 immarg, i32 immarg, i32 immarg) #4

define i64 @commit(ptr nocapture noundef readonly %0, ptr nocapture noundef %1, i64 noundef %2, i64 noundef %3) local_unnamed_addr #0 {
  %5 = alloca i64, align 8
  %6 = load ptr, ptr %0, align 8
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %8 = load ptr, ptr %7, align 8
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %10 = load ptr, ptr %9, align 8
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %12 = load ptr, ptr %11, align 8
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %14 = load ptr, ptr %13, align 8
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %16 = load ptr, ptr %15, align 8
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %18 = load i64, ptr %17, align 8
  %19 = getelementptr inbounds nuw i8, ptr %1, i64 48
  %20 = load ptr, ptr %19, align 8
  %21 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %22 = load i64, ptr %21, align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %5) #9
  %23 = getelementptr inbounds nuw i8, ptr %1, i64 56
  %24 = load i64, ptr %23, align 8
  store i64 %24, ptr %5, align 8
  %25 = getelementptr i8, ptr %8, i64 -8
  %26 = icmp ult i64 %2, %3
  br i1 %26, label %27, label %33

27:
  %28 = load i64, ptr @WORDS, align 8
  %29 = shl i64 %28, 3
  %30 = getelementptr inbounds nuw i8, ptr %1, i64 72
  br label %36

31:
  %32 = load i64, ptr %5, align 8
  br label %33

33:
  %34 = phi i64 [ %24, %4 ], [ %32, %31 ]
  %35 = phi i64 [ %22, %4 ], [ %68, %31 ]
  store i64 %34, ptr %23, align 8
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %5) #9
  ret i64 %35

36:
  %37 = phi i64 [ %22, %27 ], [ %68, %67 ]
  %38 = phi i64 [ %2, %27 ], [ %69, %67 ]
  %39 = getelementptr i64, ptr %16, i64 %38
  %40 = getelementptr i8, ptr %39, i64 192
  %41 = load i64, ptr %40, align 8
  %42 = getelementptr inbounds nuw i64, ptr %8, i64 %41
  call void @llvm.prefetch.p0(ptr %42, i32 1, i32 3, i32 1)
  %43 = load i64, ptr %39, align 8
  %44 = icmp eq i64 %43, 0
  br i1 %44, label %67, label %45

45:
  %46 = mul i64 %28, %38
  %47 = getelementptr inbounds nuw i64, ptr %10, i64 %46
  %48 = mul i64 %28, %37
  %49 = getelementptr inbounds nuw i64, ptr %6, i64 %48
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %49, ptr align 8 %47, i64 %29, i1 false)
  %50 = getelementptr inbounds nuw i64, ptr %12, i64 %38
  %51 = load i64, ptr %50, align 8
  %52 = and i64 %51, -4294967296
  %53 = add i64 %37, 1
  %54 = or i64 %52, %53
  %55 = load i64, ptr %39, align 8
  %56 = getelementptr i64, ptr %25, i64 %55
  store i64 %54, ptr %56, align 8
  %57 = getelementptr inbounds nuw i16, ptr %14, i64 %38
  %58 = load i16, ptr %57, align 2
  %59 = zext i16 %58 to i64
  %60 = getelementptr inbounds nuw i64, ptr %20, i64 %59
  %61 = load i64, ptr %60, align 8
  %62 = add i64 %61, 1
  store i64 %62, ptr %60, align 8
  %63 = call i64 @promises(ptr noundef %47, ptr noundef nonnull %5) #8
  %64 = and i64 %63, %18
  %65 = icmp eq i64 %64, 0
  br i1 %65, label %67, label %66

66:
  call fastcc void @note_least(ptr noundef %6, i64 noundef %37, i64 noundef %64, ptr noundef nonnull %30)
  br label %67

67:
  %68 = phi i64 [ %37, %36 ], [ %53, %66 ], [ %53, %45 ]
  %69 = add i64 %38, 1
  %70 = icmp eq i64 %69, %3
  br i1 %70, label %31, label %36
}

define internal fastcc void @note_least(ptr noundef %0, i64 noundef %1, i64 noundef range(i64 1, 0) %2, ptr nocapture noundef %3) unnamed_addr #5 {
  %5 = load i64, ptr @WORDS, align 8
  %6 = mul i64 %5, %1
  %7 = getelementptr inbounds nuw i64, ptr %0, i64 %6
  %8 = add i64 %1, 1
  br label %9

9:
  %10 = phi i64 [ %2, %4 ], [ %23, %21 ]
  %11 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %10, i1 true)
  %12 = getelementptr inbounds nuw i64, ptr %3, i64 %11
  %13 = load i64, ptr %12, align 8
  %14 = icmp eq i64 %13, 0
  br i1 %14, label %20, label %15

15:
  %16 = add i64 %13, -1
  %17 = mul i64 %5, %16
  %18 = getelementptr inbounds nuw i64, ptr %0, i64 %17
  %19 = tail call zeroext i1 @less(ptr noundef %7, ptr noundef %18) #8
  br i1 %19, label %20, label %21

20:
  store i64 %8, ptr %12, align 8
  br label %21

21:
  %22 = add i64 %10, -1
  %23 = and i64 %22, %10
  %24 = icmp eq i64 %23, 0
  br i1 %24, label %25, label %9

25:
  ret void
}

define void @evaluate(ptr nocapture noundef readonly %0, ptr nocapture noundef %1, i64 noundef %2, i64 noundef %3) local_unnamed_addr #0 {
  %5 = alloca i64, align 8
  %6 = load ptr, ptr %0, align 8
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %8 = load ptr, ptr %7, align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %5) #9
  %9 = getelementptr inbounds nuw i8, ptr %1, i64 56
  %10 = load i64, ptr %9, align 8
  store i64 %10, ptr %5, align 8
  %11 = icmp ult i64 %2, %3
  br i1 %11, label %12, label %16

12:
  %13 = load i64, ptr @WORDS, align 8
  br label %18

14:
  %15 = load i64, ptr %5, align 8
  br label %16

16:
  %17 = phi i64 [ %15, %14 ], [ %10, %4 ]
  store i64 %17, ptr %9, align 8
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %5) #9
  ret void

18:
  %19 = phi i64 [ %2, %12 ], [ %24, %18 ]
  %20 = mul i64 %13, %19
  %21 = getelementptr inbounds nuw i64, ptr %6, i64 %20
  %22 = call i64 @promises(ptr noundef %21, ptr noundef nonnull %5) #8
  %23 = getelementptr inbounds nuw i64, ptr %8, i64 %19
  store i64 %22, ptr %23, align 8
  %24 = add i64 %19, 1
  %25 = icmp eq i64 %24, %3
  br i1 %25, label %14, label %18
}

define void @grow(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, i64 noundef %2, i64 noundef %3) local_unnamed_addr #6 {
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %6 = load ptr, ptr %5, align 8
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %8 = load i64, ptr %7, align 8
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %10 = load ptr, ptr %9, align 8
  %11 = load i64, ptr %1, align 8
  %12 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %13 = load i64, ptr %12, align 8
  %14 = icmp ult i64 %2, %3
  br i1 %14, label %16, label %15

15:
  ret void

16:
  %17 = phi i64 [ %40, %39 ], [ %2, %4 ]
  %18 = getelementptr inbounds nuw i64, ptr %10, i64 %17
  %19 = load i64, ptr %18, align 8
  %20 = icmp eq i64 %19, 0
  br i1 %20, label %39, label %21

21:
  %22 = lshr i64 %19, 32
  %23 = mul i64 %22, %8
  %24 = lshr i64 %23, 32
  %25 = getelementptr inbounds nuw i64, ptr %6, i64 %24
  %26 = load i64, ptr %25, align 8
  %27 = icmp eq i64 %26, 0
  br i1 %27, label %36, label %28

28:
  %29 = phi i64 [ %32, %28 ], [ %24, %21 ]
  %30 = add i64 %29, 1
  %31 = icmp eq i64 %30, %13
  %32 = select i1 %31, i64 %11, i64 %30
  %33 = getelementptr inbounds nuw i64, ptr %6, i64 %32
  %34 = load i64, ptr %33, align 8
  %35 = icmp eq i64 %34, 0
  br i1 %35, label %36, label %28

36:
  %37 = phi i64 [ %24, %21 ], [ %32, %28 ]
  %38 = getelementptr inbounds nuw i64, ptr %6, i64 %37
  store i64 %19, ptr %38, align 8
  br label %39

39:
  %40 = add nuw i64 %17, 1
  %41 = icmp eq i64 %40, %3
  br i1 %41, label %15, label %16
}

define i64 @predecessor(ptr nocapture noundef readonly %0, ptr nocapture noundef %1, i64 noundef %2, i64 noundef %3) local_unnamed_addr #0 {
  %5 = alloca i64, align 8
  %6 = load ptr, ptr %0, align 8
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %8 = load ptr, ptr %7, align 8
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 96
  %10 = load ptr, ptr %9, align 8
  %11 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %12 = load i64, ptr %11, align 8
  %13 = load i64, ptr @WORDS, align 8
  %14 = mul i64 %13, %12
  %15 = getelementptr inbounds nuw i64, ptr %8, i64 %14
  %16 = icmp ult i64 %2, %3
  br i1 %16, label %17, label %23

17:
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %19 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %21 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %22 = getelementptr inbounds nuw i8, ptr %1, i64 64
  br label %25

23:
  %24 = phi i64 [ 0, %4 ], [ %86, %84 ]
  ret i64 %24

25:
  %26 = phi i64 [ 0, %17 ], [ %86, %84 ]
  %27 = phi i64 [ %2, %17 ], [ %85, %84 ]
  %28 = load ptr, ptr %0, align 8
  %29 = load ptr, ptr %7, align 8
  %30 = load ptr, ptr %18, align 8
  %31 = load ptr, ptr %19, align 8
  %32 = load ptr, ptr %20, align 8
  %33 = load ptr, ptr %21, align 8
  %34 = load i64, ptr %11, align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %5) #9
  store i64 0, ptr %5, align 8
  %35 = icmp ne ptr %32, null
  %36 = mul i64 %27, %13
  %37 = getelementptr inbounds nuw i64, ptr %28, i64 %36
  %38 = mul i64 %34, %13
  %39 = getelementptr inbounds nuw i64, ptr %29, i64 %38
  %40 = getelementptr inbounds nuw i64, ptr %30, i64 %34
  %41 = getelementptr inbounds nuw i16, ptr %31, i64 %34
  %42 = call i64 @successors(ptr noundef %37, ptr noundef %39, ptr noundef %40, ptr noundef %41, ptr noundef %33, ptr noundef nonnull %5) #8
  %43 = load i64, ptr %5, align 8
  %44 = icmp eq i64 %43, 0
  br i1 %44, label %50, label %45

45:
  %46 = load i64, ptr %22, align 8
  %47 = icmp eq i64 %46, 0
  br i1 %47, label %48, label %50

48:
  %49 = add nuw i64 %27, 1
  store i64 %49, ptr %22, align 8
  br label %50

50:
  %51 = icmp ne i64 %42, 0
  %52 = select i1 %35, i1 %51, i1 false
  br i1 %52, label %53, label %62

53:
  %54 = getelementptr i64, ptr %32, i64 %34
  br label %55

55:
  %56 = phi i64 [ 0, %53 ], [ %58, %55 ]
  %57 = getelementptr i64, ptr %54, i64 %56
  store i64 %27, ptr %57, align 8
  %58 = add nuw i64 %56, 1
  %59 = icmp eq i64 %58, %42
  br i1 %59, label %60, label %55

60:
  %61 = add i64 %27, 1
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %5) #9
  br label %65

62:
  %63 = add i64 %27, 1
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %5) #9
  %64 = icmp eq i64 %42, 0
  br i1 %64, label %84, label %65

65:
  %66 = phi i64 [ %61, %60 ], [ %63, %62 ]
  br label %70

67:
  %68 = add nuw i64 %71, 1
  %69 = icmp eq i64 %68, %42
  br i1 %69, label %84, label %70

70:
  %71 = phi i64 [ %68, %67 ], [ 0, %65 ]
  %72 = mul i64 %71, %13
  %73 = getelementptr inbounds nuw i64, ptr %15, i64 %72
  %74 = call zeroext i1 @same(ptr noundef %73, ptr noundef %10) #8
  br i1 %74, label %75, label %67

75:
  %76 = icmp eq i64 %26, 0
  br i1 %76, label %83, label %77

77:
  %78 = getelementptr inbounds nuw i64, ptr %6, i64 %36
  %79 = add i64 %26, -1
  %80 = mul i64 %79, %13
  %81 = getelementptr inbounds nuw i64, ptr %6, i64 %80
  %82 = call zeroext i1 @less(ptr noundef %78, ptr noundef %81) #8
  br i1 %82, label %83, label %84

83:
  br label %84

84:
  %85 = phi i64 [ %66, %83 ], [ %66, %77 ], [ %63, %62 ], [ %66, %67 ]
  %86 = phi i64 [ %66, %83 ], [ %26, %77 ], [ %26, %62 ], [ %26, %67 ]
  %87 = icmp eq i64 %85, %3
  br i1 %87, label %23, label %25
}

define i64 @walk(ptr noundef %0, i64 noundef %1) local_unnamed_addr #0 {
  %3 = alloca i64, align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %3) #9
  store i64 0, ptr %3, align 8
  %4 = icmp eq i64 %1, 0
  br i1 %4, label %135, label %5

5:
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 112
  %7 = load i64, ptr @WORDS, align 8
  %8 = shl i64 %7, 3
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 104
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 120
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 128
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 136
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 144
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 152
  %19 = getelementptr inbounds nuw i8, ptr %0, i64 96
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 168
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 176
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 160
  br label %26

23:
  %24 = add nuw i64 %27, 1
  %25 = icmp eq i64 %24, %1
  br i1 %25, label %135, label %26

26:
  %27 = phi i64 [ 0, %5 ], [ %24, %23 ]
  %28 = load ptr, ptr %6, align 8
  %29 = load ptr, ptr %0, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %28, ptr align 8 %29, i64 %8, i1 false)
  %30 = load i64, ptr %9, align 8
  %31 = icmp eq i64 %30, 0
  br i1 %31, label %32, label %35

32:
  %33 = load i64, ptr %13, align 8
  %34 = icmp eq i64 %33, 0
  br i1 %34, label %131, label %53

35:
  %36 = phi i64 [ %50, %35 ], [ 0, %26 ]
  %37 = load i64, ptr %11, align 8
  %38 = lshr i64 %37, 12
  %39 = xor i64 %38, %37
  %40 = shl i64 %39, 25
  %41 = xor i64 %40, %39
  %42 = lshr i64 %41, 27
  %43 = xor i64 %42, %41
  store i64 %43, ptr %11, align 8
  %44 = mul i64 %43, 2685821657736338717
  %45 = lshr i64 %44, 61
  %46 = getelementptr inbounds nuw [8 x i64], ptr %10, i64 0, i64 %45
  %47 = load i64, ptr %46, align 8
  %48 = load ptr, ptr %12, align 8
  %49 = getelementptr inbounds nuw i64, ptr %48, i64 %36
  store i64 %47, ptr %49, align 8
  %50 = add nuw i64 %36, 1
  %51 = load i64, ptr %9, align 8
  %52 = icmp ult i64 %50, %51
  br i1 %52, label %35, label %32

53:
  %54 = phi i64 [ %125, %124 ], [ 0, %32 ]
  %55 = load ptr, ptr %6, align 8
  %56 = load ptr, ptr %14, align 8
  %57 = load ptr, ptr %15, align 8
  %58 = load ptr, ptr %16, align 8
  %59 = load ptr, ptr %17, align 8
  %60 = call i64 @successors(ptr noundef %55, ptr noundef %56, ptr noundef %57, ptr noundef %58, ptr noundef %59, ptr noundef nonnull %18) #8
  %61 = icmp eq i64 %60, 0
  br i1 %61, label %128, label %64

62:
  %63 = icmp eq i64 %78, 0
  br i1 %63, label %128, label %83

64:
  %65 = phi i64 [ %81, %64 ], [ 0, %53 ]
  %66 = phi i64 [ %78, %64 ], [ 0, %53 ]
  %67 = load ptr, ptr %12, align 8
  %68 = load ptr, ptr %19, align 8
  %69 = load ptr, ptr %16, align 8
  %70 = getelementptr inbounds nuw i16, ptr %69, i64 %65
  %71 = load i16, ptr %70, align 2
  %72 = zext i16 %71 to i64
  %73 = getelementptr inbounds nuw i16, ptr %68, i64 %72
  %74 = load i16, ptr %73, align 2
  %75 = zext i16 %74 to i64
  %76 = getelementptr inbounds nuw i64, ptr %67, i64 %75
  %77 = load i64, ptr %76, align 8
  %78 = add i64 %77, %66
  %79 = load ptr, ptr %15, align 8
  %80 = getelementptr inbounds nuw i64, ptr %79, i64 %65
  store i64 %78, ptr %80, align 8
  %81 = add nuw i64 %65, 1
  %82 = icmp eq i64 %81, %60
  br i1 %82, label %62, label %64

83:
  %84 = load i64, ptr %18, align 8
  %85 = icmp eq i64 %84, 0
  br i1 %85, label %86, label %128

86:
  %87 = load i64, ptr %11, align 8
  %88 = lshr i64 %87, 12
  %89 = xor i64 %88, %87
  %90 = shl i64 %89, 25
  %91 = xor i64 %90, %89
  %92 = lshr i64 %91, 27
  %93 = xor i64 %92, %91
  store i64 %93, ptr %11, align 8
  %94 = mul i64 %93, 2685821657736338717
  %95 = lshr i64 %94, 32
  %96 = mul i64 %95, %78
  %97 = lshr i64 %96, 32
  %98 = load ptr, ptr %15, align 8
  br label %99

99:
  %100 = phi i64 [ 0, %86 ], [ %104, %99 ]
  %101 = getelementptr inbounds nuw i64, ptr %98, i64 %100
  %102 = load i64, ptr %101, align 8
  %103 = icmp ugt i64 %102, %97
  %104 = add i64 %100, 1
  br i1 %103, label %105, label %99

105:
  %106 = load ptr, ptr %6, align 8
  %107 = load ptr, ptr %14, align 8
  %108 = mul i64 %100, %7
  %109 = getelementptr inbounds nuw i64, ptr %107, i64 %108
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %106, ptr align 8 %109, i64 %8, i1 false)
  %110 = load ptr, ptr %16, align 8
  %111 = getelementptr inbounds nuw i16, ptr %110, i64 %100
  %112 = load i16, ptr %111, align 2
  %113 = load ptr, ptr %20, align 8
  %114 = getelementptr inbounds nuw i16, ptr %113, i64 %54
  store i16 %112, ptr %114, align 2
  %115 = load i64, ptr %21, align 8
  %116 = add i64 %115, 1
  store i64 %116, ptr %21, align 8
  %117 = load ptr, ptr %6, align 8
  %118 = call i64 @promises(ptr noundef %117, ptr noundef nonnull %3) #8
  %119 = load i64, ptr %22, align 8
  %120 = and i64 %119, %118
  %121 = icmp eq i64 %120, 0
  br i1 %121, label %124, label %122

122:
  %123 = add i64 %54, 2
  br label %135

124:
  %125 = add nuw i64 %54, 1
  %126 = load i64, ptr %13, align 8
  %127 = icmp ult i64 %125, %126
  br i1 %127, label %53, label %128

128:
  %129 = phi i64 [ %125, %124 ], [ %54, %83 ], [ %54, %62 ], [ %54, %53 ]
  %130 = add i64 %129, 1
  br label %131

131:
  %132 = phi i64 [ 1, %32 ], [ %130, %128 ]
  %133 = load i64, ptr %18, align 8
  %134 = icmp eq i64 %133, 0
  br i1 %134, label %23, label %135

135:
  %136 = phi i64 [ %123, %122 ], [ 0, %2 ], [ 0, %23 ], [ %132, %131 ]
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %3) #9
  ret i64 %136
}

declare i64 @llvm.cttz.i64(i64, i1 immarg) #7

attributes #0 = { nounwind }
attributes #2 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #3 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #4 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite) }
attributes #5 = { noinline nounwind }
attributes #6 = { nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) }
attributes #7 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #8 = { nounwind }
attributes #9 = { nounwind }
