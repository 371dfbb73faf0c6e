; Generated from runtime.c by `make runtime`: change that file, not this one.
; SHA-256 of runtime.c: e855e9675967d07eccc9ace36db3b000a2232ac4826d500f15b8fdb7c6fcca58
define i64 @hash_of(ptr noundef %0) local_unnamed_addr #0 {
  %2 = tail call i64 @hash(ptr noundef %0) #8
  ret i64 %2
}

define i64 @expand(ptr nocapture noundef readonly %0, ptr nocapture noundef %1, i64 noundef %2, i64 noundef %3) local_unnamed_addr #2 {
  %5 = alloca i64, align 8
  %6 = alloca [4096 x i32], align 16
  %7 = load ptr, ptr %0, align 8
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %9 = load ptr, ptr %8, align 8
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %11 = load ptr, ptr %10, align 8
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %13 = load ptr, ptr %12, align 8
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %15 = load ptr, ptr %14, align 8
  %16 = getelementptr inbounds nuw i8, ptr %1, i64 48
  %17 = load ptr, ptr %16, align 8
  %18 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %19 = load i64, ptr %18, align 8
  %20 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %21 = load i64, ptr %20, align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %5) #9
  store i64 0, ptr %5, align 8
  call void @llvm.lifetime.start.p0(i64 16384, ptr nonnull %6) #9
  %22 = icmp eq i64 %21, 0
  br i1 %22, label %23, label %31

23:
  %24 = icmp ult i64 %2, %3
  br i1 %24, label %25, label %36

25:
  %26 = load i64, ptr @WORDS, align 8
  %27 = getelementptr inbounds nuw i8, ptr %1, i64 72
  %28 = icmp ne ptr %15, null
  %29 = add i64 %19, -1
  %30 = shl i64 %26, 3
  br label %43

31:
  %32 = phi i64 [ %34, %31 ], [ 0, %4 ]
  %33 = getelementptr inbounds nuw [4096 x i32], ptr %6, i64 0, i64 %32
  store i32 0, ptr %33, align 4
  %34 = add nuw nsw i64 %32, 1
  %35 = icmp eq i64 %34, 4096
  br i1 %35, label %23, label %31

36:
  %37 = phi i64 [ 0, %23 ], [ %72, %117 ]
  %38 = phi i64 [ %19, %23 ], [ %119, %117 ]
  %39 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %40 = load i64, ptr %39, align 8
  %41 = add i64 %40, %37
  store i64 %41, ptr %39, align 8
  %42 = sub i64 %38, %19
  call void @llvm.lifetime.end.p0(i64 16384, ptr nonnull %6) #9
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %5) #9
  ret i64 %42

43:
  %44 = phi i64 [ %19, %25 ], [ %119, %117 ]
  %45 = phi i64 [ %2, %25 ], [ %120, %117 ]
  %46 = phi i64 [ 0, %25 ], [ %72, %117 ]
  %47 = mul i64 %26, %45
  %48 = getelementptr inbounds nuw i64, ptr %7, i64 %47
  %49 = mul i64 %26, %44
  %50 = getelementptr inbounds nuw i64, ptr %9, i64 %49
  %51 = getelementptr inbounds nuw i64, ptr %11, i64 %44
  %52 = getelementptr inbounds nuw i16, ptr %13, i64 %44
  %53 = call i64 @successors(ptr noundef %48, ptr noundef %50, ptr noundef %51, ptr noundef %52, ptr noundef %17, ptr noundef nonnull %5) #8
  %54 = load i64, ptr %5, align 8
  %55 = icmp eq i64 %54, 0
  br i1 %55, label %61, label %56

56:
  %57 = load i64, ptr %27, align 8
  %58 = icmp eq i64 %57, 0
  br i1 %58, label %59, label %61

59:
  %60 = add nuw i64 %45, 1
  store i64 %60, ptr %27, align 8
  br label %61

61:
  %62 = icmp ne i64 %53, 0
  %63 = select i1 %28, i1 %62, i1 false
  br i1 %63, label %64, label %71

64:
  %65 = getelementptr i64, ptr %15, i64 %44
  br label %66

66:
  %67 = phi i64 [ 0, %64 ], [ %69, %66 ]
  %68 = getelementptr i64, ptr %65, i64 %67
  store i64 %45, ptr %68, align 8
  %69 = add nuw i64 %67, 1
  %70 = icmp eq i64 %69, %53
  br i1 %70, label %71, label %66

71:
  %72 = add i64 %53, %46
  br i1 %22, label %117, label %73

73:
  %74 = add i64 %53, %44
  %75 = icmp ult i64 %44, %74
  br i1 %75, label %76, label %114

76:
  %77 = phi i64 [ %111, %110 ], [ %44, %73 ]
  %78 = phi i64 [ %112, %110 ], [ %44, %73 ]
  %79 = getelementptr inbounds nuw i64, ptr %11, i64 %78
  %80 = load i64, ptr %79, align 8
  %81 = lshr i64 %80, 52
  %82 = getelementptr inbounds nuw i32, ptr %6, i64 %81
  %83 = mul i64 %78, %26
  %84 = getelementptr inbounds nuw i64, ptr %9, i64 %83
  %85 = load i32, ptr %82, align 4
  %86 = zext i32 %85 to i64
  %87 = add i64 %29, %86
  %88 = icmp eq i32 %85, 0
  br i1 %88, label %97, label %89

89:
  %90 = getelementptr inbounds nuw i64, ptr %11, i64 %87
  %91 = load i64, ptr %90, align 8
  %92 = icmp eq i64 %91, %80
  br i1 %92, label %93, label %97

93:
  %94 = mul i64 %87, %26
  %95 = getelementptr inbounds nuw i64, ptr %9, i64 %94
  %96 = call zeroext i1 @same(ptr noundef %84, ptr noundef %95) #8
  br i1 %96, label %110, label %97

97:
  %98 = icmp eq i64 %77, %78
  br i1 %98, label %106, label %99

99:
  %100 = mul i64 %77, %26
  %101 = getelementptr inbounds nuw i64, ptr %9, i64 %100
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %101, ptr align 8 %84, i64 %30, i1 false)
  %102 = getelementptr inbounds nuw i64, ptr %11, i64 %77
  store i64 %80, ptr %102, align 8
  %103 = getelementptr inbounds nuw i16, ptr %13, i64 %78
  %104 = load i16, ptr %103, align 2
  %105 = getelementptr inbounds nuw i16, ptr %13, i64 %77
  store i16 %104, ptr %105, align 2
  br label %106

106:
  %107 = add i64 %77, 1
  %108 = sub i64 %107, %19
  %109 = trunc i64 %108 to i32
  store i32 %109, ptr %82, align 4
  br label %110

110:
  %111 = phi i64 [ %107, %106 ], [ %77, %93 ]
  %112 = add i64 %78, 1
  %113 = icmp eq i64 %112, %74
  br i1 %113, label %114, label %76

114:
  %115 = phi i64 [ %44, %73 ], [ %111, %110 ]
  %116 = sub i64 %115, %44
  br label %117

117:
  %118 = phi i64 [ %116, %114 ], [ %53, %71 ]
  %119 = add i64 %118, %44
  %120 = add nuw i64 %45, 1
  %121 = icmp eq i64 %120, %3
  br i1 %121, label %36, label %43
}

declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #3

declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #4

declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #3

define i64 @commit(ptr nocapture noundef readonly %0, ptr nocapture noundef %1, i64 noundef %2, i64 noundef %3) local_unnamed_addr #0 {
  %5 = alloca i64, align 8
  %6 = load ptr, ptr %0, align 8
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %8 = load ptr, ptr %7, align 8
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %10 = load ptr, ptr %9, align 8
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %12 = load ptr, ptr %11, align 8
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %14 = load i64, ptr %13, align 8
  %15 = getelementptr inbounds nuw i8, ptr %1, i64 56
  %16 = load ptr, ptr %15, align 8
  %17 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %18 = load i64, ptr %17, align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %5) #9
  %19 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %20 = load i64, ptr %19, align 8
  store i64 %20, ptr %5, align 8
  %21 = icmp ult i64 %2, %3
  br i1 %21, label %22, label %28

22:
  %23 = load i64, ptr @WORDS, align 8
  %24 = shl i64 %23, 3
  %25 = getelementptr inbounds nuw i8, ptr %1, i64 80
  br label %31

26:
  %27 = load i64, ptr %5, align 8
  br label %28

28:
  %29 = phi i64 [ %20, %4 ], [ %27, %26 ]
  %30 = phi i64 [ %18, %4 ], [ %55, %26 ]
  store i64 %29, ptr %19, align 8
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %5) #9
  ret i64 %30

31:
  %32 = phi i64 [ %18, %22 ], [ %55, %54 ]
  %33 = phi i64 [ %2, %22 ], [ %56, %54 ]
  %34 = getelementptr inbounds nuw i8, ptr %12, i64 %33
  %35 = load i8, ptr %34, align 1
  %36 = icmp eq i8 %35, 0
  br i1 %36, label %54, label %37

37:
  %38 = mul i64 %23, %33
  %39 = getelementptr inbounds nuw i64, ptr %8, i64 %38
  %40 = mul i64 %23, %32
  %41 = getelementptr inbounds nuw i64, ptr %6, i64 %40
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %41, ptr align 8 %39, i64 %24, i1 false)
  %42 = getelementptr inbounds nuw i16, ptr %10, i64 %33
  %43 = load i16, ptr %42, align 2
  %44 = zext i16 %43 to i64
  %45 = getelementptr inbounds nuw i64, ptr %16, i64 %44
  %46 = load i64, ptr %45, align 8
  %47 = add i64 %46, 1
  store i64 %47, ptr %45, align 8
  %48 = call i64 @promises(ptr noundef %39, ptr noundef nonnull %5) #8
  %49 = and i64 %48, %14
  %50 = icmp eq i64 %49, 0
  br i1 %50, label %52, label %51

51:
  call fastcc void @note_least(ptr noundef %6, i64 noundef %32, i64 noundef %49, ptr noundef nonnull %25)
  br label %52

52:
  %53 = add i64 %32, 1
  br label %54

54:
  %55 = phi i64 [ %53, %52 ], [ %32, %31 ]
  %56 = add i64 %33, 1
  %57 = icmp eq i64 %56, %3
  br i1 %57, label %26, label %31
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
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %8 = load ptr, ptr %7, align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %5) #9
  %9 = getelementptr inbounds nuw i8, ptr %1, i64 64
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

define void @enumerate(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, i64 noundef %2, i64 noundef %3) local_unnamed_addr #0 {
  %5 = alloca [32 x i64], align 16
  %6 = load ptr, ptr %0, align 8
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %8 = load ptr, ptr %7, align 8
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %10 = load i64, ptr %9, align 8
  %11 = load i64, ptr %1, align 8
  %12 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %13 = load i64, ptr %12, align 8
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %5) #9
  %14 = icmp ult i64 %2, %3
  br i1 %14, label %15, label %18

15:
  %16 = load i64, ptr @WORDS, align 8
  %17 = sub nuw i64 %3, %2
  br label %19

18:
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %5) #9
  ret void

19:
  %20 = phi i64 [ %17, %15 ], [ %42, %39 ]
  %21 = phi i64 [ %2, %15 ], [ %40, %39 ]
  %22 = tail call i64 @llvm.umin.i64(i64 %20, i64 32)
  %23 = tail call i64 @llvm.umax.i64(i64 %22, i64 1)
  br label %26

24:
  %25 = add nuw i64 %21, 1
  br label %43

26:
  %27 = phi i64 [ %37, %26 ], [ 0, %19 ]
  %28 = add i64 %27, %21
  %29 = mul i64 %16, %28
  %30 = getelementptr inbounds nuw i64, ptr %6, i64 %29
  %31 = tail call i64 @hash(ptr noundef %30) #8
  %32 = getelementptr inbounds nuw [32 x i64], ptr %5, i64 0, i64 %27
  store i64 %31, ptr %32, align 8
  %33 = lshr i64 %31, 32
  %34 = mul i64 %33, %10
  %35 = lshr i64 %34, 32
  %36 = getelementptr inbounds nuw i64, ptr %8, i64 %35
  tail call void @llvm.prefetch.p0(ptr %36, i32 1, i32 3, i32 1)
  %37 = add nuw nsw i64 %27, 1
  %38 = icmp eq i64 %37, %23
  br i1 %38, label %24, label %26

39:
  %40 = add i64 %21, 32
  %41 = icmp ult i64 %40, %3
  %42 = add i64 %20, -32
  br i1 %41, label %19, label %18

43:
  %44 = phi i64 [ 0, %24 ], [ %72, %71 ]
  %45 = getelementptr inbounds nuw [32 x i64], ptr %5, i64 0, i64 %44
  %46 = load i64, ptr %45, align 8
  %47 = lshr i64 %46, 32
  %48 = mul i64 %47, %10
  %49 = lshr i64 %48, 32
  %50 = icmp uge i64 %49, %11
  %51 = icmp ult i64 %49, %13
  %52 = select i1 %50, i1 %51, i1 false
  br i1 %52, label %53, label %71

53:
  %54 = getelementptr inbounds nuw i64, ptr %8, i64 %49
  %55 = load i64, ptr %54, align 8
  %56 = icmp eq i64 %55, 0
  br i1 %56, label %65, label %57

57:
  %58 = phi i64 [ %61, %57 ], [ %49, %53 ]
  %59 = add i64 %58, 1
  %60 = icmp eq i64 %59, %13
  %61 = select i1 %60, i64 %11, i64 %59
  %62 = getelementptr inbounds nuw i64, ptr %8, i64 %61
  %63 = load i64, ptr %62, align 8
  %64 = icmp eq i64 %63, 0
  br i1 %64, label %65, label %57

65:
  %66 = phi i64 [ %49, %53 ], [ %61, %57 ]
  %67 = getelementptr inbounds nuw i64, ptr %8, i64 %66
  %68 = and i64 %46, -4294967296
  %69 = add i64 %25, %44
  %70 = or i64 %68, %69
  store i64 %70, ptr %67, align 8
  br label %71

71:
  %72 = add nuw nsw i64 %44, 1
  %73 = icmp eq i64 %72, %23
  br i1 %73, label %39, label %43
}

declare void @llvm.prefetch.p0(ptr nocapture readonly, i32 immarg, i32 immarg, i32 immarg) #5

define i64 @predecessor(ptr nocapture noundef readonly %0, ptr nocapture noundef %1, i64 noundef %2, i64 noundef %3) local_unnamed_addr #0 {
  %5 = load ptr, ptr %0, align 8
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %7 = load ptr, ptr %6, align 8
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %9 = load ptr, ptr %8, align 8
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %11 = load ptr, ptr %10, align 8
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 96
  %13 = load i64, ptr %12, align 8
  %14 = getelementptr inbounds nuw i8, ptr %1, i64 16
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
  %59 = tail call zeroext i1 @less(ptr noundef %29, ptr noundef %58) #8
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
  %71 = tail call zeroext i1 @same(ptr noundef %70, ptr noundef %9) #8
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
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 696
  %7 = load i64, ptr @WORDS, align 8
  %8 = shl i64 %7, 3
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 784
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 720
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 712
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 800
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 704
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 104
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 792
  %19 = getelementptr inbounds nuw i8, ptr %0, i64 176
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 808
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 816
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 168
  %23 = getelementptr inbounds nuw i8, ptr %0, i64 64
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
  %110 = tail call i64 @promises(ptr noundef %3, ptr noundef nonnull %22) #8
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

declare i64 @llvm.cttz.i64(i64, i1 immarg) #6

declare i64 @llvm.umin.i64(i64, i64) #7

declare i64 @llvm.umax.i64(i64, i64) #7

attributes #0 = { nounwind }
attributes #2 = { noinline nounwind }
attributes #3 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #4 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #5 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite) }
attributes #6 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #7 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #8 = { nounwind }
attributes #9 = { nounwind }
