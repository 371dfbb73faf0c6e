; Generated from state_graph.c by `make runtime`: change that file, not this one.
; SHA-256 of state_graph.c: a00f903f0f0cbbff398703f27eee0728c9c9c642fbd95c1baef1f6a0d3bc6a31
define i64 @connect(ptr nocapture noundef readonly %0, i64 noundef %1, i64 noundef %2) local_unnamed_addr #0 {
  %4 = load i64, ptr %0, align 8
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %6 = load ptr, ptr %5, align 8
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %8 = load ptr, ptr %7, align 8
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %10 = load i64, ptr %9, align 8
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %12 = load ptr, ptr %11, align 8
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %14 = load ptr, ptr %13, align 8
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %16 = load ptr, ptr %15, align 8
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %18 = load ptr, ptr %17, align 8
  %19 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %20 = load ptr, ptr %19, align 8
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %22 = load ptr, ptr %21, align 8
  %23 = getelementptr i8, ptr %14, i64 80
  %24 = getelementptr i8, ptr %22, i64 8
  %25 = icmp ult i64 %1, %2
  br i1 %25, label %26, label %28

26:
  %27 = icmp eq i64 %4, 0
  br label %31

28:
  %29 = phi i64 [ %1, %3 ], [ %111, %110 ]
  %30 = sub i64 %29, %1
  ret i64 %30

31:
  %32 = phi i64 [ %1, %26 ], [ %111, %110 ]
  %33 = phi i64 [ %1, %26 ], [ %112, %110 ]
  %34 = add i64 %33, 24
  %35 = icmp ult i64 %34, %2
  br i1 %35, label %36, label %54

36:
  %37 = getelementptr inbounds nuw i64, ptr %14, i64 %34
  %38 = load i64, ptr %37, align 8
  %39 = lshr i64 %38, 32
  %40 = mul i64 %39, %10
  %41 = lshr i64 %40, 32
  %42 = getelementptr inbounds nuw i64, ptr %8, i64 %41
  tail call void @llvm.prefetch.p0(ptr %42, i32 0, i32 3, i32 1)
  %43 = getelementptr i64, ptr %23, i64 %33
  %44 = load i64, ptr %43, align 8
  %45 = lshr i64 %44, 32
  %46 = mul i64 %45, %10
  %47 = lshr i64 %46, 32
  %48 = getelementptr inbounds nuw i64, ptr %8, i64 %47
  %49 = load i64, ptr %48, align 8
  %50 = and i64 %49, 4294967295
  %51 = tail call i64 @llvm.usub.sat.i64(i64 %50, i64 1)
  %52 = mul i64 %51, %4
  %53 = getelementptr inbounds nuw i64, ptr %6, i64 %52
  tail call void @llvm.prefetch.p0(ptr %53, i32 0, i32 3, i32 1)
  br label %54

54:
  %55 = mul i64 %33, %4
  %56 = getelementptr inbounds nuw i64, ptr %12, i64 %55
  %57 = getelementptr inbounds nuw i64, ptr %14, i64 %33
  %58 = load i64, ptr %57, align 8
  %59 = lshr i64 %58, 32
  %60 = mul i64 %59, %10
  %61 = lshr i64 %60, 32
  %62 = getelementptr inbounds nuw i64, ptr %8, i64 %61
  %63 = load i64, ptr %62, align 8
  %64 = icmp eq i64 %63, 0
  br i1 %64, label %95, label %65

65:
  %66 = phi i64 [ %93, %88 ], [ %63, %54 ]
  %67 = phi i64 [ %91, %88 ], [ %61, %54 ]
  %68 = and i64 %66, 4294967295
  %69 = add nsw i64 %68, -1
  %70 = xor i64 %66, %58
  %71 = icmp ult i64 %70, 4294967296
  br i1 %71, label %72, label %88

72:
  %73 = mul i64 %69, %4
  %74 = getelementptr inbounds nuw i64, ptr %6, i64 %73
  br i1 %27, label %95, label %75

75:
  %76 = phi i64 [ %84, %75 ], [ 0, %72 ]
  %77 = phi i64 [ %83, %75 ], [ 0, %72 ]
  %78 = getelementptr inbounds nuw i64, ptr %56, i64 %76
  %79 = load i64, ptr %78, align 8
  %80 = getelementptr inbounds nuw i64, ptr %74, i64 %76
  %81 = load i64, ptr %80, align 8
  %82 = xor i64 %81, %79
  %83 = or i64 %82, %77
  %84 = add nuw i64 %76, 1
  %85 = icmp eq i64 %84, %4
  br i1 %85, label %86, label %75

86:
  %87 = icmp eq i64 %83, 0
  br i1 %87, label %95, label %88

88:
  %89 = add i64 %67, 1
  %90 = icmp eq i64 %89, %10
  %91 = select i1 %90, i64 0, i64 %89
  %92 = getelementptr inbounds nuw i64, ptr %8, i64 %91
  %93 = load i64, ptr %92, align 8
  %94 = icmp eq i64 %93, 0
  br i1 %94, label %95, label %65

95:
  %96 = phi i64 [ -1, %54 ], [ %69, %72 ], [ -1, %88 ], [ %69, %86 ]
  %97 = getelementptr inbounds nuw i64, ptr %16, i64 %33
  %98 = load i64, ptr %97, align 8
  %99 = icmp eq i64 %96, %98
  br i1 %99, label %110, label %100

100:
  %101 = trunc i64 %96 to i32
  %102 = getelementptr inbounds nuw i32, ptr %20, i64 %32
  store i32 %101, ptr %102, align 4
  %103 = getelementptr inbounds nuw i16, ptr %18, i64 %33
  %104 = load i16, ptr %103, align 2
  %105 = add i64 %32, 1
  %106 = getelementptr inbounds nuw i16, ptr %18, i64 %32
  store i16 %104, ptr %106, align 2
  %107 = getelementptr i64, ptr %24, i64 %98
  %108 = load i64, ptr %107, align 8
  %109 = add i64 %108, 1
  store i64 %109, ptr %107, align 8
  br label %110

110:
  %111 = phi i64 [ %105, %100 ], [ %32, %95 ]
  %112 = add nuw i64 %33, 1
  %113 = icmp eq i64 %112, %2
  br i1 %113, label %28, label %31
}

declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #1

declare void @llvm.prefetch.p0(ptr nocapture readonly, i32 immarg, i32 immarg, i32 immarg) #2

define void @keep(ptr nocapture noundef readonly %0, i64 noundef %1, i64 noundef %2, i64 noundef %3) local_unnamed_addr #3 {
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 96
  %6 = load ptr, ptr %5, align 8
  %7 = getelementptr inbounds nuw i32, ptr %6, i64 %3
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %9 = load ptr, ptr %8, align 8
  %10 = getelementptr inbounds nuw i32, ptr %9, i64 %1
  %11 = shl i64 %2, 2
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 4 %7, ptr align 4 %10, i64 %11, i1 false)
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 104
  %13 = load ptr, ptr %12, align 8
  %14 = getelementptr inbounds nuw i16, ptr %13, i64 %3
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %16 = load ptr, ptr %15, align 8
  %17 = getelementptr inbounds nuw i16, ptr %16, i64 %1
  %18 = shl i64 %2, 1
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 2 %14, ptr align 2 %17, i64 %18, i1 false)
  ret void
}

define void @enable(ptr nocapture noundef readonly %0, i64 noundef %1, i64 noundef %2) local_unnamed_addr #4 {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %5 = load ptr, ptr %4, align 8
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 104
  %7 = load ptr, ptr %6, align 8
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 112
  %9 = load ptr, ptr %8, align 8
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 120
  %11 = load ptr, ptr %10, align 8
  %12 = icmp ult i64 %1, %2
  br i1 %12, label %14, label %13

13:
  ret void

14:
  %15 = phi i64 [ %18, %22 ], [ %1, %3 ]
  %16 = getelementptr inbounds nuw i64, ptr %5, i64 %15
  %17 = load i64, ptr %16, align 8
  %18 = add nuw i64 %15, 1
  %19 = getelementptr inbounds nuw i64, ptr %5, i64 %18
  %20 = load i64, ptr %19, align 8
  %21 = icmp ult i64 %17, %20
  br i1 %21, label %26, label %22

22:
  %23 = phi i64 [ 0, %14 ], [ %34, %26 ]
  %24 = getelementptr inbounds nuw i64, ptr %11, i64 %15
  store i64 %23, ptr %24, align 8
  %25 = icmp eq i64 %18, %2
  br i1 %25, label %13, label %14

26:
  %27 = phi i64 [ %35, %26 ], [ %17, %14 ]
  %28 = phi i64 [ %34, %26 ], [ 0, %14 ]
  %29 = getelementptr inbounds nuw i16, ptr %7, i64 %27
  %30 = load i16, ptr %29, align 2
  %31 = zext i16 %30 to i64
  %32 = getelementptr inbounds nuw i64, ptr %9, i64 %31
  %33 = load i64, ptr %32, align 8
  %34 = or i64 %33, %28
  %35 = add nuw i64 %27, 1
  %36 = icmp eq i64 %35, %20
  br i1 %36, label %22, label %26
}

define i64 @sweep_back(ptr nocapture noundef readonly %0, i64 noundef %1, i64 noundef %2) local_unnamed_addr #5 {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %5 = load i64, ptr %4, align 8
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %7 = load ptr, ptr %6, align 8
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 96
  %9 = load ptr, ptr %8, align 8
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 152
  %11 = load ptr, ptr %10, align 8
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 160
  %13 = load ptr, ptr %12, align 8
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 168
  %15 = load i64, ptr %14, align 8
  %16 = add i64 %5, -1
  %17 = add i64 %16, %15
  %18 = udiv i64 %17, %5
  %19 = icmp ult i64 %1, %18
  br i1 %19, label %20, label %69

20:
  %21 = phi i64 [ %33, %32 ], [ 0, %3 ]
  %22 = phi i64 [ %34, %32 ], [ %1, %3 ]
  %23 = xor i64 %22, -1
  %24 = add i64 %18, %23
  %25 = mul i64 %24, %5
  %26 = add i64 %25, %5
  %27 = tail call i64 @llvm.umin.i64(i64 %26, i64 %15)
  %28 = icmp ult i64 %25, %27
  br i1 %28, label %29, label %32

29:
  %30 = add i64 %25, -1
  %31 = add i64 %30, %27
  br label %36

32:
  %33 = phi i64 [ %21, %20 ], [ %66, %65 ]
  %34 = add i64 %22, %2
  %35 = icmp ult i64 %34, %18
  br i1 %35, label %20, label %69

36:
  %37 = phi i64 [ %21, %29 ], [ %66, %65 ]
  %38 = phi i64 [ %25, %29 ], [ %67, %65 ]
  %39 = sub i64 %31, %38
  %40 = getelementptr inbounds nuw i32, ptr %13, i64 %39
  %41 = load i32, ptr %40, align 4
  %42 = zext i32 %41 to i64
  %43 = getelementptr inbounds nuw i64, ptr %7, i64 %42
  %44 = load i64, ptr %43, align 8
  %45 = getelementptr inbounds nuw i8, ptr %43, i64 8
  %46 = load i64, ptr %45, align 8
  %47 = getelementptr inbounds nuw i8, ptr %11, i64 %42
  %48 = load i8, ptr %47, align 1
  %49 = icmp eq i8 %48, 0
  %50 = icmp ult i64 %44, %46
  %51 = select i1 %49, i1 %50, i1 false
  br i1 %51, label %55, label %65

52:
  %53 = add i64 %56, 1
  %54 = icmp eq i64 %53, %46
  br i1 %54, label %65, label %55

55:
  %56 = phi i64 [ %53, %52 ], [ %44, %36 ]
  %57 = getelementptr inbounds nuw i32, ptr %9, i64 %56
  %58 = load i32, ptr %57, align 4
  %59 = zext i32 %58 to i64
  %60 = getelementptr inbounds nuw i8, ptr %11, i64 %59
  %61 = load atomic i8, ptr %60 monotonic, align 1
  %62 = icmp eq i8 %61, 0
  br i1 %62, label %52, label %63

63:
  store atomic i8 1, ptr %47 monotonic, align 1
  %64 = add i64 %37, 1
  br label %65

65:
  %66 = phi i64 [ %37, %36 ], [ %64, %63 ], [ %37, %52 ]
  %67 = add nuw i64 %38, 1
  %68 = icmp ult i64 %67, %27
  br i1 %68, label %36, label %32

69:
  %70 = phi i64 [ 0, %3 ], [ %33, %32 ]
  ret i64 %70
}

define i64 @sweep_on(ptr nocapture noundef readonly %0, i64 noundef %1, i64 noundef %2) local_unnamed_addr #5 {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %5 = load i64, ptr %4, align 8
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %7 = load ptr, ptr %6, align 8
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 96
  %9 = load ptr, ptr %8, align 8
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 152
  %11 = load ptr, ptr %10, align 8
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 160
  %13 = load ptr, ptr %12, align 8
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 168
  %15 = load i64, ptr %14, align 8
  %16 = add i64 %5, -1
  %17 = add i64 %16, %15
  %18 = udiv i64 %17, %5
  %19 = icmp ult i64 %1, %18
  br i1 %19, label %20, label %63

20:
  %21 = phi i64 [ %28, %27 ], [ 0, %3 ]
  %22 = phi i64 [ %29, %27 ], [ %1, %3 ]
  %23 = mul i64 %22, %5
  %24 = add i64 %23, %5
  %25 = tail call i64 @llvm.umin.i64(i64 %24, i64 %15)
  %26 = icmp ult i64 %23, %25
  br i1 %26, label %31, label %27

27:
  %28 = phi i64 [ %21, %20 ], [ %60, %59 ]
  %29 = add i64 %22, %2
  %30 = icmp ult i64 %29, %18
  br i1 %30, label %20, label %63

31:
  %32 = phi i64 [ %60, %59 ], [ %21, %20 ]
  %33 = phi i64 [ %61, %59 ], [ %23, %20 ]
  %34 = getelementptr inbounds nuw i32, ptr %13, i64 %33
  %35 = load i32, ptr %34, align 4
  %36 = zext i32 %35 to i64
  %37 = getelementptr inbounds nuw i64, ptr %7, i64 %36
  %38 = load i64, ptr %37, align 8
  %39 = getelementptr inbounds nuw i8, ptr %37, i64 8
  %40 = load i64, ptr %39, align 8
  %41 = getelementptr inbounds nuw i8, ptr %11, i64 %36
  %42 = load i8, ptr %41, align 1
  %43 = icmp eq i8 %42, 0
  %44 = icmp ult i64 %38, %40
  %45 = select i1 %43, i1 %44, i1 false
  br i1 %45, label %49, label %59

46:
  %47 = add i64 %50, 1
  %48 = icmp eq i64 %47, %40
  br i1 %48, label %59, label %49

49:
  %50 = phi i64 [ %47, %46 ], [ %38, %31 ]
  %51 = getelementptr inbounds nuw i32, ptr %9, i64 %50
  %52 = load i32, ptr %51, align 4
  %53 = zext i32 %52 to i64
  %54 = getelementptr inbounds nuw i8, ptr %11, i64 %53
  %55 = load atomic i8, ptr %54 monotonic, align 1
  %56 = icmp eq i8 %55, 0
  br i1 %56, label %46, label %57

57:
  store atomic i8 1, ptr %41 monotonic, align 1
  %58 = add i64 %32, 1
  br label %59

59:
  %60 = phi i64 [ %32, %31 ], [ %58, %57 ], [ %32, %46 ]
  %61 = add nuw i64 %33, 1
  %62 = icmp ult i64 %61, %25
  br i1 %62, label %31, label %27

63:
  %64 = phi i64 [ 0, %3 ], [ %28, %27 ]
  ret i64 %64
}

define void @components(ptr nocapture noundef %0, ptr nocapture noundef %1, i64 noundef %2, i64 noundef %3) local_unnamed_addr #5 {
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %6 = load i64, ptr %5, align 8
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %8 = load i64, ptr %7, align 8
  %9 = add i64 %6, -1
  %10 = add i64 %9, %8
  %11 = udiv i64 %10, %8
  %12 = icmp ult i64 %2, %11
  br i1 %12, label %13, label %32

13:
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 144
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 176
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 96
  %18 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %19 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %20 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %21 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %22 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %23 = getelementptr inbounds nuw i8, ptr %0, i64 196
  %24 = getelementptr inbounds nuw i8, ptr %0, i64 192
  %25 = getelementptr inbounds nuw i8, ptr %0, i64 120
  %26 = getelementptr inbounds nuw i8, ptr %0, i64 152
  %27 = getelementptr inbounds nuw i8, ptr %0, i64 112
  %28 = getelementptr inbounds nuw i8, ptr %0, i64 104
  %29 = getelementptr inbounds nuw i8, ptr %0, i64 136
  %30 = getelementptr inbounds nuw i8, ptr %0, i64 128
  %31 = getelementptr inbounds nuw i8, ptr %0, i64 184
  br label %33

32:
  ret void

33:
  %34 = phi i64 [ %2, %13 ], [ %44, %43 ]
  %35 = xor i64 %34, -1
  %36 = add i64 %11, %35
  %37 = load i64, ptr %7, align 8
  %38 = mul i64 %37, %36
  %39 = add i64 %38, %37
  %40 = load i64, ptr %5, align 8
  %41 = tail call i64 @llvm.umin.i64(i64 %39, i64 %40)
  %42 = icmp ugt i64 %41, %38
  br i1 %42, label %46, label %43

43:
  %44 = add i64 %34, %3
  %45 = icmp ult i64 %44, %11
  br i1 %45, label %33, label %32

46:
  %47 = phi i64 [ %48, %276 ], [ %41, %33 ]
  %48 = add i64 %47, -1
  %49 = load ptr, ptr %14, align 8
  %50 = getelementptr inbounds nuw i8, ptr %49, i64 %48
  %51 = load i8, ptr %50, align 1
  %52 = icmp eq i8 %51, 0
  br i1 %52, label %276, label %53

53:
  %54 = load ptr, ptr %15, align 8
  %55 = getelementptr inbounds nuw i32, ptr %54, i64 %48
  %56 = load atomic i32, ptr %55 monotonic, align 4
  %57 = icmp eq i32 %56, 0
  br i1 %57, label %58, label %276

58:
  %59 = trunc i64 %48 to i32
  %60 = load ptr, ptr %16, align 8
  %61 = load ptr, ptr %17, align 8
  %62 = load ptr, ptr %1, align 8
  %63 = load ptr, ptr %18, align 8
  %64 = load ptr, ptr %19, align 8
  %65 = load ptr, ptr %20, align 8
  %66 = load ptr, ptr %21, align 8
  %67 = load i32, ptr %22, align 8
  %68 = getelementptr i8, ptr %65, i64 -8
  br label %69

69:
  %70 = phi i32 [ %67, %58 ], [ %92, %117 ]
  %71 = phi i32 [ %59, %58 ], [ %107, %117 ]
  %72 = phi i64 [ 0, %58 ], [ %93, %117 ]
  %73 = phi i64 [ 0, %58 ], [ %94, %117 ]
  %74 = zext i32 %71 to i64
  %75 = getelementptr inbounds nuw i32, ptr %63, i64 %74
  %76 = getelementptr inbounds nuw i32, ptr %62, i64 %74
  %77 = getelementptr inbounds nuw i64, ptr %60, i64 %74
  br label %78

78:
  %79 = phi i1 [ true, %69 ], [ false, %272 ]
  %80 = phi i32 [ %70, %69 ], [ %92, %272 ]
  %81 = phi i64 [ %72, %69 ], [ %273, %272 ]
  %82 = phi i64 [ %73, %69 ], [ %274, %272 ]
  br i1 %79, label %83, label %91

83:
  %84 = add i32 %80, 1
  store i32 %84, ptr %75, align 4
  store i32 %84, ptr %76, align 4
  %85 = add i64 %81, 1
  %86 = getelementptr inbounds nuw i32, ptr %64, i64 %81
  store i32 %71, ptr %86, align 4
  %87 = getelementptr inbounds nuw i32, ptr %65, i64 %82
  store i32 %71, ptr %87, align 4
  %88 = load i64, ptr %77, align 8
  %89 = add i64 %82, 1
  %90 = getelementptr inbounds nuw i64, ptr %66, i64 %82
  store i64 %88, ptr %90, align 8
  br label %91

91:
  %92 = phi i32 [ %84, %83 ], [ %80, %78 ]
  %93 = phi i64 [ %85, %83 ], [ %81, %78 ]
  %94 = phi i64 [ %89, %83 ], [ %82, %78 ]
  %95 = add i64 %94, -1
  %96 = getelementptr inbounds nuw i32, ptr %65, i64 %95
  %97 = load i32, ptr %96, align 4
  %98 = getelementptr inbounds nuw i64, ptr %66, i64 %95
  %99 = load i64, ptr %98, align 8
  %100 = add i32 %97, 1
  %101 = zext i32 %100 to i64
  %102 = getelementptr inbounds nuw i64, ptr %60, i64 %101
  %103 = load i64, ptr %102, align 8
  %104 = icmp ult i64 %99, %103
  br i1 %104, label %105, label %127

105:
  %106 = getelementptr inbounds nuw i32, ptr %61, i64 %99
  %107 = load i32, ptr %106, align 4
  %108 = add nuw i64 %99, 1
  store i64 %108, ptr %98, align 8
  %109 = zext i32 %107 to i64
  %110 = getelementptr inbounds nuw i8, ptr %49, i64 %109
  %111 = load i8, ptr %110, align 1
  %112 = icmp eq i8 %111, 0
  br i1 %112, label %272, label %113

113:
  %114 = getelementptr inbounds nuw i32, ptr %54, i64 %109
  %115 = load atomic i32, ptr %114 monotonic, align 4
  %116 = icmp eq i32 %115, 0
  br i1 %116, label %117, label %272

117:
  %118 = getelementptr inbounds nuw i32, ptr %62, i64 %109
  %119 = load i32, ptr %118, align 4
  %120 = icmp eq i32 %119, 0
  br i1 %120, label %69, label %121

121:
  %122 = zext i32 %97 to i64
  %123 = getelementptr inbounds nuw i32, ptr %63, i64 %122
  %124 = load i32, ptr %123, align 4
  %125 = icmp ult i32 %119, %124
  br i1 %125, label %126, label %272

126:
  store i32 %119, ptr %123, align 4
  br label %272

127:
  %128 = zext i32 %97 to i64
  %129 = getelementptr inbounds nuw i32, ptr %63, i64 %128
  %130 = load i32, ptr %129, align 4
  %131 = getelementptr inbounds nuw i32, ptr %62, i64 %128
  %132 = load i32, ptr %131, align 4
  %133 = icmp eq i32 %130, %132
  br i1 %133, label %134, label %260

134:
  %135 = phi i64 [ %136, %134 ], [ %93, %127 ]
  %136 = add i64 %135, -1
  %137 = getelementptr inbounds nuw i32, ptr %64, i64 %136
  %138 = load i32, ptr %137, align 4
  %139 = icmp eq i32 %138, %97
  br i1 %139, label %140, label %134

140:
  %141 = getelementptr inbounds nuw i32, ptr %64, i64 %136
  br label %142

142:
  %143 = atomicrmw xchg ptr %23, i32 1 acquire, align 4
  %144 = icmp eq i32 %143, 0
  br i1 %144, label %145, label %142

145:
  %146 = load ptr, ptr %15, align 8
  %147 = getelementptr inbounds nuw i32, ptr %146, i64 %128
  %148 = load i32, ptr %147, align 4
  %149 = icmp eq i32 %148, 0
  br i1 %149, label %150, label %259

150:
  %151 = load i32, ptr %24, align 8
  %152 = add i32 %151, 1
  store i32 %152, ptr %24, align 8
  %153 = icmp ult i64 %136, %93
  br i1 %153, label %154, label %165

154:
  %155 = phi i64 [ %161, %154 ], [ %136, %150 ]
  %156 = load ptr, ptr %15, align 8
  %157 = getelementptr inbounds nuw i32, ptr %64, i64 %155
  %158 = load i32, ptr %157, align 4
  %159 = zext i32 %158 to i64
  %160 = getelementptr inbounds nuw i32, ptr %156, i64 %159
  store atomic i32 %152, ptr %160 monotonic, align 4
  %161 = add nuw i64 %155, 1
  %162 = icmp eq i64 %161, %93
  br i1 %162, label %163, label %154

163:
  %164 = load ptr, ptr %15, align 8
  br label %165

165:
  %166 = phi ptr [ %164, %163 ], [ %146, %150 ]
  store atomic i32 0, ptr %23 release, align 4
  %167 = sub i64 %93, %136
  %168 = load i32, ptr %141, align 4
  %169 = zext i32 %168 to i64
  %170 = getelementptr inbounds nuw i32, ptr %166, i64 %169
  %171 = load i32, ptr %170, align 4
  %172 = icmp eq i64 %93, %136
  br i1 %172, label %260, label %173

173:
  %174 = load ptr, ptr %25, align 8
  %175 = load ptr, ptr %26, align 8
  %176 = load ptr, ptr %16, align 8
  %177 = icmp eq i64 %167, 1
  br label %183

178:
  %179 = xor i64 %210, -1
  %180 = load i64, ptr %29, align 8
  %181 = and i64 %180, %179
  %182 = and i64 %181, %195
  br i1 %200, label %235, label %260

183:
  %184 = phi i64 [ -1, %173 ], [ %194, %209 ]
  %185 = phi i64 [ 0, %173 ], [ %195, %209 ]
  %186 = phi i64 [ 0, %173 ], [ %210, %209 ]
  %187 = phi i1 [ false, %173 ], [ %200, %209 ]
  %188 = phi i64 [ 0, %173 ], [ %211, %209 ]
  %189 = getelementptr inbounds nuw i32, ptr %141, i64 %188
  %190 = load i32, ptr %189, align 4
  %191 = zext i32 %190 to i64
  %192 = getelementptr inbounds nuw i64, ptr %174, i64 %191
  %193 = load i64, ptr %192, align 8
  %194 = and i64 %193, %184
  %195 = or i64 %193, %185
  %196 = getelementptr inbounds nuw i8, ptr %175, i64 %191
  %197 = load i8, ptr %196, align 1
  %198 = zext i1 %187 to i8
  %199 = or i8 %197, %198
  %200 = icmp ne i8 %199, 0
  br i1 %177, label %209, label %201

201:
  %202 = getelementptr inbounds nuw i64, ptr %176, i64 %191
  %203 = getelementptr inbounds nuw i8, ptr %202, i64 8
  %204 = load i64, ptr %202, align 8
  %205 = load i64, ptr %203, align 8
  %206 = icmp ult i64 %204, %205
  br i1 %206, label %207, label %209

207:
  %208 = load ptr, ptr %17, align 8
  br label %213

209:
  %210 = phi i64 [ %186, %183 ], [ %186, %201 ], [ %232, %231 ]
  %211 = add nuw i64 %188, 1
  %212 = icmp eq i64 %211, %167
  br i1 %212, label %178, label %183

213:
  %214 = phi i64 [ %186, %207 ], [ %232, %231 ]
  %215 = phi i64 [ %204, %207 ], [ %233, %231 ]
  %216 = getelementptr inbounds nuw i32, ptr %208, i64 %215
  %217 = load i32, ptr %216, align 4
  %218 = zext i32 %217 to i64
  %219 = getelementptr inbounds nuw i32, ptr %166, i64 %218
  %220 = load atomic i32, ptr %219 monotonic, align 4
  %221 = icmp eq i32 %220, %171
  br i1 %221, label %222, label %231

222:
  %223 = load ptr, ptr %27, align 8
  %224 = load ptr, ptr %28, align 8
  %225 = getelementptr inbounds nuw i16, ptr %224, i64 %215
  %226 = load i16, ptr %225, align 2
  %227 = zext i16 %226 to i64
  %228 = getelementptr inbounds nuw i64, ptr %223, i64 %227
  %229 = load i64, ptr %228, align 8
  %230 = or i64 %229, %214
  br label %231

231:
  %232 = phi i64 [ %230, %222 ], [ %214, %213 ]
  %233 = add nuw i64 %215, 1
  %234 = icmp eq i64 %233, %205
  br i1 %234, label %209, label %213

235:
  %236 = load i64, ptr %30, align 8
  %237 = and i64 %236, %179
  %238 = and i64 %237, %194
  %239 = icmp eq i64 %238, 0
  br i1 %239, label %240, label %260

240:
  %241 = icmp eq i64 %182, 0
  %242 = select i1 %241, i8 1, i8 2
  br label %243

243:
  %244 = phi i64 [ 0, %240 ], [ %257, %256 ]
  %245 = load ptr, ptr %25, align 8
  %246 = getelementptr inbounds nuw i32, ptr %141, i64 %244
  %247 = load i32, ptr %246, align 4
  %248 = zext i32 %247 to i64
  %249 = getelementptr inbounds nuw i64, ptr %245, i64 %248
  %250 = load i64, ptr %249, align 8
  %251 = and i64 %250, %182
  %252 = icmp eq i64 %251, 0
  br i1 %252, label %253, label %256

253:
  %254 = load ptr, ptr %31, align 8
  %255 = getelementptr inbounds nuw i8, ptr %254, i64 %248
  store i8 %242, ptr %255, align 1
  br label %256

256:
  %257 = add nuw i64 %244, 1
  %258 = icmp eq i64 %257, %167
  br i1 %258, label %260, label %243

259:
  store atomic i32 0, ptr %23 release, align 4
  br label %260

260:
  %261 = phi i64 [ %93, %127 ], [ %93, %165 ], [ %136, %178 ], [ %136, %235 ], [ %136, %259 ], [ %136, %256 ]
  %262 = icmp eq i64 %95, 0
  br i1 %262, label %275, label %263

263:
  %264 = getelementptr i32, ptr %68, i64 %94
  %265 = load i32, ptr %264, align 4
  %266 = load i32, ptr %129, align 4
  %267 = zext i32 %265 to i64
  %268 = getelementptr inbounds nuw i32, ptr %63, i64 %267
  %269 = load i32, ptr %268, align 4
  %270 = icmp ult i32 %266, %269
  br i1 %270, label %271, label %272

271:
  store i32 %266, ptr %268, align 4
  br label %272

272:
  %273 = phi i64 [ %93, %113 ], [ %93, %105 ], [ %93, %126 ], [ %93, %121 ], [ %261, %271 ], [ %261, %263 ]
  %274 = phi i64 [ %94, %113 ], [ %94, %105 ], [ %94, %126 ], [ %94, %121 ], [ %95, %271 ], [ %95, %263 ]
  br label %78

275:
  store i32 %92, ptr %22, align 8
  br label %276

276:
  %277 = icmp ugt i64 %48, %38
  br i1 %277, label %46, label %43
}

define i64 @widen(ptr nocapture noundef readonly %0, i64 noundef %1, i64 noundef %2) local_unnamed_addr #4 {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %5 = load ptr, ptr %4, align 8
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 96
  %7 = load ptr, ptr %6, align 8
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 144
  %9 = load ptr, ptr %8, align 8
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 200
  %11 = load ptr, ptr %10, align 8
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 208
  %13 = load ptr, ptr %12, align 8
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 216
  %15 = load i32, ptr %14, align 8
  %16 = icmp ult i64 %1, %2
  br i1 %16, label %19, label %17

17:
  %18 = phi i64 [ %2, %3 ], [ %33, %32 ]
  ret i64 %18

19:
  %20 = phi i64 [ %33, %32 ], [ %2, %3 ]
  %21 = phi i64 [ %34, %32 ], [ %1, %3 ]
  %22 = getelementptr inbounds nuw i32, ptr %11, i64 %21
  %23 = load i32, ptr %22, align 4
  %24 = zext i32 %23 to i64
  %25 = getelementptr inbounds nuw i64, ptr %5, i64 %24
  %26 = load i64, ptr %25, align 8
  %27 = add i32 %23, 1
  %28 = zext i32 %27 to i64
  %29 = getelementptr inbounds nuw i64, ptr %5, i64 %28
  %30 = load i64, ptr %29, align 8
  %31 = icmp ult i64 %26, %30
  br i1 %31, label %36, label %32

32:
  %33 = phi i64 [ %20, %19 ], [ %56, %54 ]
  %34 = add nuw i64 %21, 1
  %35 = icmp eq i64 %34, %2
  br i1 %35, label %17, label %19

36:
  %37 = phi i32 [ %55, %54 ], [ %23, %19 ]
  %38 = phi i64 [ %56, %54 ], [ %20, %19 ]
  %39 = phi i64 [ %57, %54 ], [ %26, %19 ]
  %40 = getelementptr inbounds nuw i32, ptr %7, i64 %39
  %41 = load i32, ptr %40, align 4
  %42 = zext i32 %41 to i64
  %43 = getelementptr inbounds nuw i8, ptr %9, i64 %42
  %44 = load i8, ptr %43, align 1
  %45 = icmp eq i8 %44, 0
  br i1 %45, label %54, label %46

46:
  %47 = getelementptr inbounds nuw i32, ptr %13, i64 %42
  %48 = load i32, ptr %47, align 4
  %49 = icmp eq i32 %48, -1
  br i1 %49, label %50, label %54

50:
  store i32 %15, ptr %47, align 4
  %51 = add i64 %38, 1
  %52 = getelementptr inbounds nuw i32, ptr %11, i64 %38
  store i32 %41, ptr %52, align 4
  %53 = load i32, ptr %22, align 4
  br label %54

54:
  %55 = phi i32 [ %53, %50 ], [ %37, %46 ], [ %37, %36 ]
  %56 = phi i64 [ %51, %50 ], [ %38, %46 ], [ %38, %36 ]
  %57 = add nuw i64 %39, 1
  %58 = add i32 %55, 1
  %59 = zext i32 %58 to i64
  %60 = getelementptr inbounds nuw i64, ptr %5, i64 %59
  %61 = load i64, ptr %60, align 8
  %62 = icmp ult i64 %57, %61
  br i1 %62, label %36, label %32
}

define i64 @source(ptr nocapture noundef readonly %0, i64 noundef %1, i64 noundef %2) local_unnamed_addr #6 {
  %4 = load i64, ptr %0, align 8
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %6 = load ptr, ptr %5, align 8
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %8 = load ptr, ptr %7, align 8
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 96
  %10 = load ptr, ptr %9, align 8
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 208
  %12 = load ptr, ptr %11, align 8
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 216
  %14 = load i32, ptr %13, align 8
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 220
  %16 = load i32, ptr %15, align 4
  %17 = icmp ult i64 %1, %2
  br i1 %17, label %18, label %21

18:
  %19 = icmp eq i32 %14, -1
  %20 = icmp eq i64 %4, 0
  br label %23

21:
  %22 = phi i64 [ 0, %3 ], [ %70, %68 ]
  ret i64 %22

23:
  %24 = phi i64 [ 0, %18 ], [ %70, %68 ]
  %25 = phi i64 [ %1, %18 ], [ %69, %68 ]
  br i1 %19, label %32, label %26

26:
  %27 = getelementptr inbounds nuw i32, ptr %12, i64 %25
  %28 = load i32, ptr %27, align 4
  %29 = icmp eq i32 %28, %14
  br i1 %29, label %32, label %30

30:
  %31 = add nuw i64 %25, 1
  br label %68

32:
  %33 = getelementptr inbounds nuw i64, ptr %8, i64 %25
  %34 = load i64, ptr %33, align 8
  %35 = add nuw i64 %25, 1
  %36 = getelementptr inbounds nuw i64, ptr %8, i64 %35
  %37 = load i64, ptr %36, align 8
  %38 = icmp ult i64 %34, %37
  br i1 %38, label %42, label %68

39:
  %40 = add i64 %43, 1
  %41 = icmp eq i64 %40, %37
  br i1 %41, label %68, label %42

42:
  %43 = phi i64 [ %40, %39 ], [ %34, %32 ]
  %44 = getelementptr inbounds nuw i32, ptr %10, i64 %43
  %45 = load i32, ptr %44, align 4
  %46 = icmp eq i32 %45, %16
  br i1 %46, label %47, label %39

47:
  %48 = icmp eq i64 %24, 0
  br i1 %48, label %67, label %49

49:
  %50 = mul i64 %25, %4
  %51 = getelementptr inbounds nuw i64, ptr %6, i64 %50
  %52 = add i64 %24, -1
  %53 = mul i64 %52, %4
  %54 = getelementptr inbounds nuw i64, ptr %6, i64 %53
  br i1 %20, label %68, label %58

55:
  %56 = add nuw i64 %59, 1
  %57 = icmp eq i64 %56, %4
  br i1 %57, label %68, label %58

58:
  %59 = phi i64 [ %56, %55 ], [ 0, %49 ]
  %60 = getelementptr inbounds nuw i64, ptr %51, i64 %59
  %61 = load i64, ptr %60, align 8
  %62 = getelementptr inbounds nuw i64, ptr %54, i64 %59
  %63 = load i64, ptr %62, align 8
  %64 = icmp eq i64 %61, %63
  br i1 %64, label %55, label %65

65:
  %66 = icmp ult i64 %61, %63
  br i1 %66, label %67, label %68

67:
  br label %68

68:
  %69 = phi i64 [ %31, %30 ], [ %35, %32 ], [ %35, %49 ], [ %35, %65 ], [ %35, %67 ], [ %35, %55 ], [ %35, %39 ]
  %70 = phi i64 [ %24, %30 ], [ %24, %32 ], [ %24, %49 ], [ %24, %65 ], [ %35, %67 ], [ %24, %55 ], [ %24, %39 ]
  %71 = icmp eq i64 %69, %2
  br i1 %71, label %21, label %23
}

declare i64 @llvm.usub.sat.i64(i64, i64) #7

declare i64 @llvm.umin.i64(i64, i64) #7

attributes #0 = { nofree norecurse nosync nounwind }
attributes #1 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite) }
attributes #3 = { mustprogress nofree norecurse nosync nounwind willreturn memory(readwrite, inaccessiblemem: none) }
attributes #4 = { nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) }
attributes #5 = { nofree norecurse nounwind memory(readwrite, inaccessiblemem: none) }
attributes #6 = { nofree norecurse nosync nounwind memory(read, inaccessiblemem: none) }
attributes #7 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
