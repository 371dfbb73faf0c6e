; Generated from runtime.c by `make runtime`: change that file, not this one.
; SHA-256 of runtime.c: 6257d02200bbe6b1391425811fdde0935a4b8d54cac522dfe7ee08a83a0b0d72
@PREFETCH_SLOT = local_unnamed_addr constant i64 24, align 8

define i64 @hash_of(ptr noundef %0) local_unnamed_addr #0 {
  %2 = tail call i64 @hash(ptr noundef %0) #9
  ret i64 %2
}

define i64 @expand(ptr nocapture noundef readonly %0, ptr nocapture noundef %1, i64 noundef %2, i64 noundef %3) local_unnamed_addr #2 {
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
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %5) #10
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
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %5) #10
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
  %36 = call i64 @successors(ptr noundef %31, ptr noundef %33, ptr noundef %34, ptr noundef %35, ptr noundef %16, ptr noundef nonnull %5) #9
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

declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #3

declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #4

declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #3

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
  %54 = phi i64 [ 0, %43 ], [ %130, %125 ]
  ret i64 %54

55:
  %56 = phi i64 [ 0, %45 ], [ %130, %125 ]
  %57 = phi i64 [ 0, %45 ], [ %131, %125 ]
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
  %76 = tail call i64 @llvm.umax.i64(i64 %75, i64 1)
  %77 = and i64 %76, 4294967295
  %78 = add nsw i64 %77, -1
  %79 = icmp ult i64 %78, %11
  %80 = select i1 %79, ptr %5, ptr %13
  %81 = select i1 %79, i64 0, i64 %11
  %82 = sub i64 %78, %81
  %83 = mul i64 %82, %46
  %84 = getelementptr inbounds nuw i64, ptr %80, i64 %83
  tail call void @llvm.prefetch.p0(ptr %84, i32 0, i32 3, i32 1)
  %85 = load i64, ptr %58, align 8
  %86 = getelementptr inbounds nuw i64, ptr %15, i64 %85
  %87 = load i64, ptr %86, align 8
  %88 = and i64 %87, -4294967296
  %89 = mul i64 %85, %46
  %90 = getelementptr inbounds nuw i64, ptr %13, i64 %89
  %91 = lshr i64 %87, 32
  %92 = mul i64 %91, %9
  %93 = lshr i64 %92, 32
  %94 = getelementptr inbounds nuw i64, ptr %7, i64 %93
  %95 = load i64, ptr %94, align 8
  %96 = icmp eq i64 %95, 0
  br i1 %96, label %97, label %103

97:
  %98 = phi i64 [ %93, %55 ], [ %121, %118 ]
  %99 = getelementptr inbounds nuw i64, ptr %7, i64 %98
  %100 = add i64 %47, %85
  %101 = or i64 %88, %100
  store i64 %101, ptr %99, align 8
  %102 = add i64 %98, 1
  br label %125

103:
  %104 = phi i64 [ %123, %118 ], [ %95, %55 ]
  %105 = phi i64 [ %121, %118 ], [ %93, %55 ]
  %106 = and i64 %104, -4294967296
  %107 = icmp eq i64 %106, %88
  br i1 %107, label %108, label %118

108:
  %109 = and i64 %104, 4294967295
  %110 = add nsw i64 %109, -1
  %111 = icmp ult i64 %110, %11
  %112 = select i1 %111, ptr %5, ptr %13
  %113 = select i1 %111, i64 0, i64 %11
  %114 = sub i64 %110, %113
  %115 = mul i64 %114, %46
  %116 = getelementptr inbounds nuw i64, ptr %112, i64 %115
  %117 = tail call zeroext i1 @same(ptr noundef %90, ptr noundef %116) #9
  br i1 %117, label %125, label %118

118:
  %119 = add i64 %105, 1
  %120 = icmp eq i64 %119, %20
  %121 = select i1 %120, i64 %18, i64 %119
  %122 = getelementptr inbounds nuw i64, ptr %7, i64 %121
  %123 = load i64, ptr %122, align 8
  %124 = icmp eq i64 %123, 0
  br i1 %124, label %97, label %103

125:
  %126 = phi i64 [ %102, %97 ], [ 0, %108 ]
  %127 = getelementptr inbounds nuw i64, ptr %17, i64 %85
  store i64 %126, ptr %127, align 8
  %128 = icmp ne i64 %126, 0
  %129 = zext i1 %128 to i64
  %130 = add i64 %56, %129
  %131 = add nuw i64 %57, 1
  %132 = icmp eq i64 %131, %25
  br i1 %132, label %53, label %55
}

declare void @llvm.prefetch.p0(ptr nocapture readonly, i32 immarg, i32 immarg, i32 immarg) #5

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
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %5) #10
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
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %5) #10
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
  %63 = call i64 @promises(ptr noundef %47, ptr noundef nonnull %5) #9
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

define internal fastcc void @note_least(ptr noundef %0, i64 noundef %1, i64 noundef range(i64 1, 0) %2, ptr nocapture noundef %3) unnamed_addr #2 {
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
  %19 = tail call zeroext i1 @less(ptr noundef %7, ptr noundef %18) #9
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
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %5) #10
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
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %5) #10
  ret void

18:
  %19 = phi i64 [ %2, %12 ], [ %24, %18 ]
  %20 = mul i64 %13, %19
  %21 = getelementptr inbounds nuw i64, ptr %6, i64 %20
  %22 = call i64 @promises(ptr noundef %21, ptr noundef nonnull %5) #9
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
  %5 = load ptr, ptr %0, align 8
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %7 = load ptr, ptr %6, align 8
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 96
  %9 = load ptr, ptr %8, align 8
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 104
  %11 = load ptr, ptr %10, align 8
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 112
  %13 = load i64, ptr %12, align 8
  %14 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %15 = load i64, ptr %14, align 8
  %16 = load i64, ptr @WORDS, align 8
  %17 = mul i64 %16, %15
  %18 = getelementptr inbounds nuw i64, ptr %7, i64 %17
  %19 = icmp ult i64 %2, %3
  br i1 %19, label %20, label %23

20:
  %21 = icmp eq i64 %13, 0
  %22 = icmp eq i64 %16, 0
  br label %25

23:
  %24 = phi i64 [ 0, %4 ], [ %73, %72 ]
  ret i64 %24

25:
  %26 = phi i64 [ 0, %20 ], [ %73, %72 ]
  %27 = phi i64 [ %2, %20 ], [ %74, %72 ]
  %28 = mul i64 %27, %16
  %29 = getelementptr inbounds nuw i64, ptr %5, i64 %28
  br i1 %21, label %72, label %33

30:
  %31 = add nuw i64 %34, 1
  %32 = icmp eq i64 %31, %13
  br i1 %32, label %72, label %33

33:
  %34 = phi i64 [ %31, %30 ], [ 0, %25 ]
  %35 = mul i64 %34, %16
  %36 = getelementptr inbounds nuw i64, ptr %11, i64 %35
  br i1 %22, label %53, label %39

37:
  %38 = icmp eq i64 %50, 0
  br i1 %38, label %53, label %30

39:
  %40 = phi i64 [ %51, %39 ], [ 0, %33 ]
  %41 = phi i64 [ %50, %39 ], [ 0, %33 ]
  %42 = getelementptr inbounds nuw i64, ptr %29, i64 %40
  %43 = load i64, ptr %42, align 8
  %44 = getelementptr inbounds nuw i64, ptr %9, i64 %40
  %45 = load i64, ptr %44, align 8
  %46 = xor i64 %45, %43
  %47 = getelementptr inbounds nuw i64, ptr %36, i64 %40
  %48 = load i64, ptr %47, align 8
  %49 = and i64 %46, %48
  %50 = or i64 %49, %41
  %51 = add nuw i64 %40, 1
  %52 = icmp eq i64 %51, %16
  br i1 %52, label %37, label %39

53:
  %54 = icmp eq i64 %26, 0
  br i1 %54, label %60, label %55

55:
  %56 = add i64 %26, -1
  %57 = mul i64 %56, %16
  %58 = getelementptr inbounds nuw i64, ptr %5, i64 %57
  %59 = tail call zeroext i1 @less(ptr noundef %29, ptr noundef %58) #9
  br i1 %59, label %60, label %72

60:
  %61 = add nuw i64 %27, 1
  %62 = tail call i64 @expand(ptr noundef nonnull %0, ptr noundef %1, i64 noundef %27, i64 noundef %61)
  %63 = icmp eq i64 %62, 0
  br i1 %63, label %72, label %67

64:
  %65 = add nuw i64 %68, 1
  %66 = icmp eq i64 %65, %62
  br i1 %66, label %72, label %67

67:
  %68 = phi i64 [ %65, %64 ], [ 0, %60 ]
  %69 = mul i64 %68, %16
  %70 = getelementptr inbounds nuw i64, ptr %18, i64 %69
  %71 = tail call zeroext i1 @same(ptr noundef %70, ptr noundef %9) #9
  br i1 %71, label %72, label %64

72:
  %73 = phi i64 [ %26, %55 ], [ %26, %60 ], [ %26, %25 ], [ %26, %64 ], [ %61, %67 ], [ %26, %30 ]
  %74 = add nuw i64 %27, 1
  %75 = icmp eq i64 %74, %3
  br i1 %75, label %23, label %25
}

define i64 @walk(ptr noundef %0, i64 noundef %1) local_unnamed_addr #0 {
  %3 = load ptr, ptr %0, align 8
  %4 = icmp eq i64 %1, 0
  br i1 %4, label %127, label %5

5:
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 704
  %7 = load i64, ptr @WORDS, align 8
  %8 = shl i64 %7, 3
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 792
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 728
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 720
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 808
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 712
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 120
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 800
  %19 = getelementptr inbounds nuw i8, ptr %0, i64 184
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 816
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 824
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 176
  %23 = getelementptr inbounds nuw i8, ptr %0, i64 80
  br label %27

24:
  %25 = add nuw i64 %28, 1
  %26 = icmp eq i64 %25, %1
  br i1 %26, label %127, label %27

27:
  %28 = phi i64 [ 0, %5 ], [ %25, %24 ]
  %29 = load ptr, ptr %6, align 8
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 8 %3, ptr align 8 %29, i64 %8, i1 false)
  %30 = load i64, ptr %9, align 8
  %31 = icmp eq i64 %30, 0
  br i1 %31, label %32, label %35

32:
  %33 = load i64, ptr %13, align 8
  %34 = icmp eq i64 %33, 0
  br i1 %34, label %123, label %53

35:
  %36 = phi i64 [ %50, %35 ], [ 0, %27 ]
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
  %54 = phi i64 [ %117, %116 ], [ 0, %32 ]
  %55 = load ptr, ptr %0, align 8
  %56 = load ptr, ptr %14, align 8
  %57 = load ptr, ptr %15, align 8
  %58 = load ptr, ptr %16, align 8
  %59 = tail call i64 @expand(ptr noundef nonnull %0, ptr noundef nonnull %17, i64 noundef 0, i64 noundef 1)
  %60 = icmp eq i64 %59, 0
  br i1 %60, label %120, label %63

61:
  %62 = icmp eq i64 %76, 0
  br i1 %62, label %120, label %80

63:
  %64 = phi i64 [ %78, %63 ], [ 0, %53 ]
  %65 = phi i64 [ %76, %63 ], [ 0, %53 ]
  %66 = load ptr, ptr %12, align 8
  %67 = load ptr, ptr %18, align 8
  %68 = getelementptr inbounds nuw i16, ptr %58, i64 %64
  %69 = load i16, ptr %68, align 2
  %70 = zext i16 %69 to i64
  %71 = getelementptr inbounds nuw i16, ptr %67, i64 %70
  %72 = load i16, ptr %71, align 2
  %73 = zext i16 %72 to i64
  %74 = getelementptr inbounds nuw i64, ptr %66, i64 %73
  %75 = load i64, ptr %74, align 8
  %76 = add i64 %75, %65
  %77 = getelementptr inbounds nuw i64, ptr %57, i64 %64
  store i64 %76, ptr %77, align 8
  %78 = add nuw i64 %64, 1
  %79 = icmp eq i64 %78, %59
  br i1 %79, label %61, label %63

80:
  %81 = load i64, ptr %19, align 8
  %82 = icmp eq i64 %81, 0
  br i1 %82, label %83, label %120

83:
  %84 = load i64, ptr %11, align 8
  %85 = lshr i64 %84, 12
  %86 = xor i64 %85, %84
  %87 = shl i64 %86, 25
  %88 = xor i64 %87, %86
  %89 = lshr i64 %88, 27
  %90 = xor i64 %89, %88
  store i64 %90, ptr %11, align 8
  %91 = mul i64 %90, 2685821657736338717
  %92 = lshr i64 %91, 32
  %93 = mul i64 %92, %76
  %94 = lshr i64 %93, 32
  br label %95

95:
  %96 = phi i64 [ 0, %83 ], [ %100, %95 ]
  %97 = getelementptr inbounds nuw i64, ptr %57, i64 %96
  %98 = load i64, ptr %97, align 8
  %99 = icmp ugt i64 %98, %94
  %100 = add i64 %96, 1
  br i1 %99, label %101, label %95

101:
  %102 = mul i64 %96, %7
  %103 = getelementptr inbounds nuw i64, ptr %56, i64 %102
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 8 %55, ptr align 8 %103, i64 %8, i1 false)
  %104 = getelementptr inbounds nuw i16, ptr %58, i64 %96
  %105 = load i16, ptr %104, align 2
  %106 = load ptr, ptr %20, align 8
  %107 = getelementptr inbounds nuw i16, ptr %106, i64 %54
  store i16 %105, ptr %107, align 2
  %108 = load i64, ptr %21, align 8
  %109 = add i64 %108, 1
  store i64 %109, ptr %21, align 8
  %110 = tail call i64 @promises(ptr noundef %3, ptr noundef nonnull %22) #9
  %111 = load i64, ptr %23, align 8
  %112 = and i64 %111, %110
  %113 = icmp eq i64 %112, 0
  br i1 %113, label %116, label %114

114:
  %115 = add i64 %54, 2
  br label %127

116:
  %117 = add nuw i64 %54, 1
  %118 = load i64, ptr %13, align 8
  %119 = icmp ult i64 %117, %118
  br i1 %119, label %53, label %120

120:
  %121 = phi i64 [ %117, %116 ], [ %54, %80 ], [ %54, %61 ], [ %54, %53 ]
  %122 = add i64 %121, 1
  br label %123

123:
  %124 = phi i64 [ 1, %32 ], [ %122, %120 ]
  %125 = load i64, ptr %19, align 8
  %126 = icmp eq i64 %125, 0
  br i1 %126, label %24, label %127

127:
  %128 = phi i64 [ %115, %114 ], [ 0, %2 ], [ 0, %24 ], [ %124, %123 ]
  ret i64 %128
}

declare i64 @llvm.cttz.i64(i64, i1 immarg) #7

declare i64 @llvm.umax.i64(i64, i64) #8

attributes #0 = { nounwind }
attributes #2 = { noinline nounwind }
attributes #3 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #4 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #5 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite) }
attributes #6 = { nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) }
attributes #7 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #8 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #9 = { nounwind }
attributes #10 = { nounwind }
