; Generated from runtime.c by `make runtime`: change that file, not this one.
; SHA-256 of runtime.c: 80ae4aeb68d0662d5276720246487dac004f94bdf24ca487619821416a25b1b2
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
  %27 = getelementptr inbounds nuw i8, ptr %1, i64 88
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

define i64 @commit(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, i64 noundef %2, i64 noundef %3) local_unnamed_addr #0 {
  %5 = load ptr, ptr %0, align 8
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %7 = load ptr, ptr %6, align 8
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %9 = load ptr, ptr %8, align 8
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %11 = load ptr, ptr %10, align 8
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %13 = load ptr, ptr %12, align 8
  %14 = getelementptr inbounds nuw i8, ptr %1, i64 56
  %15 = load ptr, ptr %14, align 8
  %16 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %17 = load i64, ptr %16, align 8
  %18 = icmp ult i64 %2, %3
  br i1 %18, label %19, label %27

19:
  %20 = load i64, ptr @WORDS, align 8
  %21 = shl i64 %20, 3
  %22 = getelementptr inbounds nuw i8, ptr %1, i64 72
  %23 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %24 = load i64, ptr @MASKS, align 8
  %25 = icmp eq i64 %24, 0
  %26 = getelementptr inbounds nuw i8, ptr %1, i64 80
  br label %29

27:
  %28 = phi i64 [ %17, %4 ], [ %75, %74 ]
  ret i64 %28

29:
  %30 = phi i64 [ %17, %19 ], [ %75, %74 ]
  %31 = phi i64 [ %2, %19 ], [ %76, %74 ]
  %32 = getelementptr inbounds nuw i8, ptr %11, i64 %31
  %33 = load i8, ptr %32, align 1
  %34 = icmp eq i8 %33, 0
  br i1 %34, label %74, label %35

35:
  %36 = mul i64 %20, %31
  %37 = getelementptr inbounds nuw i64, ptr %7, i64 %36
  %38 = mul i64 %20, %30
  %39 = getelementptr inbounds nuw i64, ptr %5, i64 %38
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 8 %39, ptr align 8 %37, i64 %21, i1 false)
  %40 = getelementptr inbounds nuw i16, ptr %9, i64 %31
  %41 = load i16, ptr %40, align 2
  %42 = zext i16 %41 to i64
  %43 = getelementptr inbounds nuw i64, ptr %15, i64 %42
  %44 = load i64, ptr %43, align 8
  %45 = add i64 %44, 1
  store i64 %45, ptr %43, align 8
  %46 = load ptr, ptr %22, align 8
  %47 = load ptr, ptr %23, align 8
  tail call void @promises(ptr noundef %37, ptr noundef %46, ptr noundef %47) #8
  br i1 %25, label %72, label %48

48:
  %49 = phi i64 [ %58, %48 ], [ 0, %35 ]
  %50 = phi i64 [ %57, %48 ], [ 0, %35 ]
  %51 = getelementptr inbounds nuw i64, ptr %13, i64 %49
  %52 = load i64, ptr %51, align 8
  %53 = load ptr, ptr %22, align 8
  %54 = getelementptr inbounds nuw i64, ptr %53, i64 %49
  %55 = load i64, ptr %54, align 8
  %56 = and i64 %55, %52
  store i64 %56, ptr %54, align 8
  %57 = or i64 %56, %50
  %58 = add nuw i64 %49, 1
  %59 = icmp eq i64 %58, %24
  br i1 %59, label %60, label %48

60:
  %61 = icmp eq i64 %57, 0
  br i1 %61, label %72, label %62

62:
  %63 = phi i64 [ %70, %62 ], [ 0, %60 ]
  %64 = load ptr, ptr %22, align 8
  %65 = getelementptr inbounds nuw i64, ptr %64, i64 %63
  %66 = load i64, ptr %65, align 8
  %67 = load ptr, ptr %26, align 8
  %68 = shl i64 %63, 9
  %69 = getelementptr inbounds nuw i8, ptr %67, i64 %68
  tail call fastcc void @note_least(ptr noundef %5, i64 noundef %30, i64 noundef %66, ptr noundef %69)
  %70 = add nuw i64 %63, 1
  %71 = icmp eq i64 %70, %24
  br i1 %71, label %72, label %62

72:
  %73 = add i64 %30, 1
  br label %74

74:
  %75 = phi i64 [ %73, %72 ], [ %30, %29 ]
  %76 = add nuw i64 %31, 1
  %77 = icmp eq i64 %76, %3
  br i1 %77, label %27, label %29
}

define internal fastcc void @note_least(ptr noundef %0, i64 noundef %1, i64 noundef %2, ptr nocapture noundef %3) unnamed_addr #2 {
  %5 = icmp eq i64 %2, 0
  br i1 %5, label %27, label %6

6:
  %7 = load i64, ptr @WORDS, align 8
  %8 = mul i64 %7, %1
  %9 = getelementptr inbounds nuw i64, ptr %0, i64 %8
  %10 = add i64 %1, 1
  br label %11

11:
  %12 = phi i64 [ %2, %6 ], [ %25, %23 ]
  %13 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %12, i1 true)
  %14 = getelementptr inbounds nuw i64, ptr %3, i64 %13
  %15 = load i64, ptr %14, align 8
  %16 = icmp eq i64 %15, 0
  br i1 %16, label %22, label %17

17:
  %18 = add i64 %15, -1
  %19 = mul i64 %7, %18
  %20 = getelementptr inbounds nuw i64, ptr %0, i64 %19
  %21 = tail call zeroext i1 @less(ptr noundef %9, ptr noundef %20) #8
  br i1 %21, label %22, label %23

22:
  store i64 %10, ptr %14, align 8
  br label %23

23:
  %24 = add i64 %12, -1
  %25 = and i64 %24, %12
  %26 = icmp eq i64 %25, 0
  br i1 %26, label %27, label %11

27:
  ret void
}

define void @evaluate(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, i64 noundef %2, i64 noundef %3) local_unnamed_addr #0 {
  %5 = load ptr, ptr %0, align 8
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %7 = load ptr, ptr %6, align 8
  %8 = icmp ult i64 %2, %3
  br i1 %8, label %9, label %13

9:
  %10 = load i64, ptr @WORDS, align 8
  %11 = load i64, ptr @MASKS, align 8
  %12 = getelementptr inbounds nuw i8, ptr %1, i64 64
  br label %14

13:
  ret void

14:
  %15 = phi i64 [ %2, %9 ], [ %21, %14 ]
  %16 = mul i64 %10, %15
  %17 = getelementptr inbounds nuw i64, ptr %5, i64 %16
  %18 = mul i64 %11, %15
  %19 = getelementptr inbounds nuw i64, ptr %7, i64 %18
  %20 = load ptr, ptr %12, align 8
  tail call void @promises(ptr noundef %17, ptr noundef %19, ptr noundef %20) #8
  %21 = add i64 %15, 1
  %22 = icmp eq i64 %21, %3
  br i1 %22, label %13, label %14
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
  %24 = phi i64 [ 0, %4 ], [ %74, %73 ]
  ret i64 %24

25:
  %26 = phi i64 [ 0, %20 ], [ %74, %73 ]
  %27 = phi i64 [ %2, %20 ], [ %75, %73 ]
  %28 = mul i64 %27, %16
  %29 = getelementptr inbounds nuw i64, ptr %5, i64 %28
  br i1 %21, label %73, label %33

30:
  %31 = add nuw i64 %34, 1
  %32 = icmp eq i64 %31, %13
  br i1 %32, label %73, label %33

33:
  %34 = phi i64 [ %31, %30 ], [ 0, %25 ]
  %35 = mul i64 %34, %16
  %36 = getelementptr inbounds nuw i64, ptr %11, i64 %35
  br i1 %22, label %51, label %37

37:
  %38 = phi i64 [ %49, %48 ], [ 0, %33 ]
  %39 = getelementptr inbounds nuw i64, ptr %29, i64 %38
  %40 = load i64, ptr %39, align 8
  %41 = getelementptr inbounds nuw i64, ptr %9, i64 %38
  %42 = load i64, ptr %41, align 8
  %43 = xor i64 %42, %40
  %44 = getelementptr inbounds nuw i64, ptr %36, i64 %38
  %45 = load i64, ptr %44, align 8
  %46 = and i64 %43, %45
  %47 = icmp eq i64 %46, 0
  br i1 %47, label %48, label %51

48:
  %49 = add nuw i64 %38, 1
  %50 = icmp eq i64 %49, %16
  br i1 %50, label %54, label %37

51:
  %52 = phi i64 [ 0, %33 ], [ %38, %37 ]
  %53 = icmp eq i64 %52, %16
  br i1 %53, label %54, label %30

54:
  %55 = icmp eq i64 %26, 0
  br i1 %55, label %61, label %56

56:
  %57 = add i64 %26, -1
  %58 = mul i64 %57, %16
  %59 = getelementptr inbounds nuw i64, ptr %5, i64 %58
  %60 = tail call zeroext i1 @less(ptr noundef %29, ptr noundef %59) #8
  br i1 %60, label %61, label %73

61:
  %62 = add nuw i64 %27, 1
  %63 = tail call i64 @expand(ptr noundef nonnull %0, ptr noundef %1, i64 noundef %27, i64 noundef %62)
  %64 = icmp eq i64 %63, 0
  br i1 %64, label %73, label %68

65:
  %66 = add nuw i64 %69, 1
  %67 = icmp eq i64 %66, %63
  br i1 %67, label %73, label %68

68:
  %69 = phi i64 [ %66, %65 ], [ 0, %61 ]
  %70 = mul i64 %69, %16
  %71 = getelementptr inbounds nuw i64, ptr %18, i64 %70
  %72 = tail call zeroext i1 @same(ptr noundef %71, ptr noundef %9) #8
  br i1 %72, label %73, label %65

73:
  %74 = phi i64 [ %26, %56 ], [ %26, %61 ], [ %26, %25 ], [ %26, %65 ], [ %62, %68 ], [ %26, %30 ]
  %75 = add nuw i64 %27, 1
  %76 = icmp eq i64 %75, %3
  br i1 %76, label %23, label %25
}

define i64 @walk(ptr nocapture noundef %0, i64 noundef %1) local_unnamed_addr #0 {
  %3 = load ptr, ptr %0, align 8
  %4 = icmp eq i64 %1, 0
  br i1 %4, label %149, label %5

5:
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 200
  %7 = load i64, ptr @WORDS, align 8
  %8 = shl i64 %7, 3
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 288
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 224
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 216
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 304
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 208
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 104
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 296
  %19 = getelementptr inbounds nuw i8, ptr %0, i64 192
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 312
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 320
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %23 = getelementptr inbounds nuw i8, ptr %0, i64 176
  %24 = getelementptr inbounds nuw i8, ptr %0, i64 168
  %25 = load i64, ptr @MASKS, align 8
  %26 = icmp eq i64 %25, 0
  br label %30

27:
  %28 = add nuw i64 %31, 1
  %29 = icmp eq i64 %28, %1
  br i1 %29, label %149, label %30

30:
  %31 = phi i64 [ 0, %5 ], [ %28, %27 ]
  %32 = load ptr, ptr %6, align 8
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 8 %3, ptr align 8 %32, i64 %8, i1 false)
  %33 = load i64, ptr %9, align 8
  %34 = icmp eq i64 %33, 0
  br i1 %34, label %35, label %38

35:
  %36 = load i64, ptr %13, align 8
  %37 = icmp eq i64 %36, 0
  br i1 %37, label %145, label %56

38:
  %39 = phi i64 [ %53, %38 ], [ 0, %30 ]
  %40 = load i64, ptr %11, align 8
  %41 = lshr i64 %40, 12
  %42 = xor i64 %41, %40
  %43 = shl i64 %42, 25
  %44 = xor i64 %43, %42
  %45 = lshr i64 %44, 27
  %46 = xor i64 %45, %44
  store i64 %46, ptr %11, align 8
  %47 = mul i64 %46, 2685821657736338717
  %48 = lshr i64 %47, 61
  %49 = getelementptr inbounds nuw [8 x i64], ptr %10, i64 0, i64 %48
  %50 = load i64, ptr %49, align 8
  %51 = load ptr, ptr %12, align 8
  %52 = getelementptr inbounds nuw i64, ptr %51, i64 %39
  store i64 %50, ptr %52, align 8
  %53 = add nuw i64 %39, 1
  %54 = load i64, ptr %9, align 8
  %55 = icmp ult i64 %53, %54
  br i1 %55, label %38, label %35

56:
  %57 = phi i64 [ %139, %138 ], [ 0, %35 ]
  %58 = load ptr, ptr %0, align 8
  %59 = load ptr, ptr %14, align 8
  %60 = load ptr, ptr %15, align 8
  %61 = load ptr, ptr %16, align 8
  %62 = tail call i64 @expand(ptr noundef nonnull %0, ptr noundef nonnull %17, i64 noundef 0, i64 noundef 1)
  %63 = icmp eq i64 %62, 0
  br i1 %63, label %142, label %66

64:
  %65 = icmp eq i64 %85, 0
  br i1 %65, label %142, label %89

66:
  %67 = phi i64 [ %87, %84 ], [ 0, %56 ]
  %68 = phi i64 [ %85, %84 ], [ 0, %56 ]
  %69 = mul i64 %67, %7
  %70 = getelementptr inbounds nuw i64, ptr %59, i64 %69
  %71 = tail call zeroext i1 @same(ptr noundef %70, ptr noundef %58) #8
  br i1 %71, label %84, label %72

72:
  %73 = load ptr, ptr %12, align 8
  %74 = load ptr, ptr %18, align 8
  %75 = getelementptr inbounds nuw i16, ptr %61, i64 %67
  %76 = load i16, ptr %75, align 2
  %77 = zext i16 %76 to i64
  %78 = getelementptr inbounds nuw i16, ptr %74, i64 %77
  %79 = load i16, ptr %78, align 2
  %80 = zext i16 %79 to i64
  %81 = getelementptr inbounds nuw i64, ptr %73, i64 %80
  %82 = load i64, ptr %81, align 8
  %83 = add i64 %82, %68
  br label %84

84:
  %85 = phi i64 [ %68, %66 ], [ %83, %72 ]
  %86 = getelementptr inbounds nuw i64, ptr %60, i64 %67
  store i64 %85, ptr %86, align 8
  %87 = add nuw i64 %67, 1
  %88 = icmp eq i64 %87, %62
  br i1 %88, label %64, label %66

89:
  %90 = load i64, ptr %19, align 8
  %91 = icmp eq i64 %90, 0
  br i1 %91, label %92, label %142

92:
  %93 = load i64, ptr %11, align 8
  %94 = lshr i64 %93, 12
  %95 = xor i64 %94, %93
  %96 = shl i64 %95, 25
  %97 = xor i64 %96, %95
  %98 = lshr i64 %97, 27
  %99 = xor i64 %98, %97
  store i64 %99, ptr %11, align 8
  %100 = mul i64 %99, 2685821657736338717
  %101 = lshr i64 %100, 32
  %102 = mul i64 %101, %85
  %103 = lshr i64 %102, 32
  br label %104

104:
  %105 = phi i64 [ 0, %92 ], [ %109, %104 ]
  %106 = getelementptr inbounds nuw i64, ptr %60, i64 %105
  %107 = load i64, ptr %106, align 8
  %108 = icmp ugt i64 %107, %103
  %109 = add i64 %105, 1
  br i1 %108, label %110, label %104

110:
  %111 = mul i64 %105, %7
  %112 = getelementptr inbounds nuw i64, ptr %59, i64 %111
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 8 %58, ptr align 8 %112, i64 %8, i1 false)
  %113 = getelementptr inbounds nuw i16, ptr %61, i64 %105
  %114 = load i16, ptr %113, align 2
  %115 = load ptr, ptr %20, align 8
  %116 = getelementptr inbounds nuw i16, ptr %115, i64 %57
  store i16 %114, ptr %116, align 2
  %117 = load i64, ptr %21, align 8
  %118 = add i64 %117, 1
  store i64 %118, ptr %21, align 8
  %119 = load ptr, ptr %22, align 8
  %120 = load ptr, ptr %23, align 8
  %121 = load ptr, ptr %24, align 8
  tail call void @promises(ptr noundef %3, ptr noundef %120, ptr noundef %121) #8
  br i1 %26, label %138, label %122

122:
  %123 = phi i64 [ %132, %122 ], [ 0, %110 ]
  %124 = phi i64 [ %131, %122 ], [ 0, %110 ]
  %125 = getelementptr inbounds nuw i64, ptr %119, i64 %123
  %126 = load i64, ptr %125, align 8
  %127 = load ptr, ptr %23, align 8
  %128 = getelementptr inbounds nuw i64, ptr %127, i64 %123
  %129 = load i64, ptr %128, align 8
  %130 = and i64 %129, %126
  store i64 %130, ptr %128, align 8
  %131 = or i64 %130, %124
  %132 = add nuw i64 %123, 1
  %133 = icmp eq i64 %132, %25
  br i1 %133, label %134, label %122

134:
  %135 = icmp eq i64 %131, 0
  br i1 %135, label %138, label %136

136:
  %137 = add i64 %57, 2
  br label %149

138:
  %139 = add nuw i64 %57, 1
  %140 = load i64, ptr %13, align 8
  %141 = icmp ult i64 %139, %140
  br i1 %141, label %56, label %142

142:
  %143 = phi i64 [ %139, %138 ], [ %57, %89 ], [ %57, %64 ], [ %57, %56 ]
  %144 = add i64 %143, 1
  br label %145

145:
  %146 = phi i64 [ 1, %35 ], [ %144, %142 ]
  %147 = load i64, ptr %19, align 8
  %148 = icmp eq i64 %147, 0
  br i1 %148, label %27, label %149

149:
  %150 = phi i64 [ %137, %136 ], [ 0, %2 ], [ 0, %27 ], [ %146, %145 ]
  ret i64 %150
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
