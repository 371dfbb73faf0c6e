; Generated from product.c by `make runtime`: change that file, not this one.
; SHA-256 of product.c: 813a5656d28f9bf895183a39aa80daf78246619705c7118957a7c04915ec04b8
%struct.entry = type { i64, i64, i64, i64, i64 }
%struct.frame = type { i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64 }
%struct.result = type { i64, i64, i64 }
%struct.stage = type { i64, i64, i64, i64, i64, i64, i64, i64, i64, i64 }

define i64 @number_of(ptr nocapture noundef %0, ptr nocapture noundef readonly %1) local_unnamed_addr #0 {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 392
  %4 = load i64, ptr %3, align 8
  %5 = shl i64 %4, 1
  %6 = add i64 %5, -1
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 104
  %8 = load i64, ptr %7, align 8
  %9 = icmp eq i64 %8, 0
  br i1 %9, label %21, label %10

10:
  %11 = phi i64 [ %19, %10 ], [ 0, %2 ]
  %12 = phi i64 [ %18, %10 ], [ 0, %2 ]
  %13 = getelementptr inbounds nuw i64, ptr %1, i64 %11
  %14 = load i64, ptr %13, align 8
  %15 = xor i64 %14, %12
  %16 = mul i64 %15, -7046029254386353131
  %17 = lshr i64 %16, 32
  %18 = xor i64 %17, %16
  %19 = add nuw i64 %11, 1
  %20 = icmp eq i64 %19, %8
  br i1 %20, label %21, label %10

21:
  %22 = phi i64 [ 0, %2 ], [ %18, %10 ]
  %23 = getelementptr inbounds nuw i8, ptr %0, i64 168
  %24 = load ptr, ptr %23, align 8
  %25 = and i64 %22, %6
  %26 = getelementptr inbounds nuw i64, ptr %24, i64 %25
  %27 = load i64, ptr %26, align 8
  %28 = icmp eq i64 %27, 0
  %29 = getelementptr inbounds nuw i8, ptr %0, i64 160
  %30 = load ptr, ptr %29, align 8
  br i1 %28, label %53, label %31

31:
  %32 = phi i64 [ %51, %47 ], [ %27, %21 ]
  %33 = phi i64 [ %49, %47 ], [ %25, %21 ]
  %34 = add i64 %32, -1
  %35 = mul i64 %34, %8
  %36 = getelementptr inbounds nuw i64, ptr %30, i64 %35
  br i1 %9, label %80, label %40

37:
  %38 = add nuw i64 %41, 1
  %39 = icmp eq i64 %38, %8
  br i1 %39, label %78, label %40

40:
  %41 = phi i64 [ %38, %37 ], [ 0, %31 ]
  %42 = getelementptr inbounds nuw i64, ptr %36, i64 %41
  %43 = load i64, ptr %42, align 8
  %44 = getelementptr inbounds nuw i64, ptr %1, i64 %41
  %45 = load i64, ptr %44, align 8
  %46 = icmp eq i64 %43, %45
  br i1 %46, label %37, label %47

47:
  %48 = add i64 %33, 1
  %49 = and i64 %48, %6
  %50 = getelementptr inbounds nuw i64, ptr %24, i64 %49
  %51 = load i64, ptr %50, align 8
  %52 = icmp eq i64 %51, 0
  br i1 %52, label %53, label %31

53:
  %54 = phi i64 [ %25, %21 ], [ %49, %47 ]
  %55 = getelementptr inbounds nuw i8, ptr %0, i64 176
  %56 = load i64, ptr %55, align 8
  %57 = mul i64 %56, %8
  %58 = getelementptr inbounds nuw i64, ptr %30, i64 %57
  br i1 %9, label %61, label %70

59:
  %60 = load i64, ptr %55, align 8
  br label %61

61:
  %62 = phi i64 [ %60, %59 ], [ %56, %53 ]
  %63 = getelementptr inbounds nuw i8, ptr %0, i64 184
  %64 = load ptr, ptr %63, align 8
  %65 = getelementptr inbounds nuw i64, ptr %64, i64 %62
  store i64 0, ptr %65, align 8
  %66 = load i64, ptr %55, align 8
  %67 = add i64 %66, 1
  store i64 %67, ptr %55, align 8
  %68 = load ptr, ptr %23, align 8
  %69 = getelementptr inbounds nuw i64, ptr %68, i64 %54
  store i64 %67, ptr %69, align 8
  br label %80

70:
  %71 = phi i64 [ %75, %70 ], [ 0, %53 ]
  %72 = getelementptr inbounds nuw i64, ptr %1, i64 %71
  %73 = load i64, ptr %72, align 8
  %74 = getelementptr inbounds nuw i64, ptr %58, i64 %71
  store i64 %73, ptr %74, align 8
  %75 = add nuw i64 %71, 1
  %76 = load i64, ptr %7, align 8
  %77 = icmp ult i64 %75, %76
  br i1 %77, label %70, label %59

78:
  %79 = getelementptr inbounds nuw i64, ptr %24, i64 %33
  br label %80

80:
  %81 = phi ptr [ %55, %61 ], [ %79, %78 ], [ %26, %31 ]
  %82 = load i64, ptr %81, align 8
  %83 = add i64 %82, -1
  ret i64 %83
}

declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #1

declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #1

define void @put_again(ptr nocapture noundef readonly %0) local_unnamed_addr #0 {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 400
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 392
  %5 = load i64, ptr %4, align 8
  %6 = shl i64 %5, 1
  %7 = add i64 %6, -1
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 176
  %9 = load i64, ptr %8, align 8
  %10 = icmp eq i64 %9, 0
  br i1 %10, label %15, label %11

11:
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 160
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 104
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 168
  br label %21

15:
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 416
  %17 = load i64, ptr %16, align 8
  %18 = icmp eq i64 %17, 0
  br i1 %18, label %54, label %19

19:
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 408
  br label %55

21:
  %22 = phi i64 [ 0, %11 ], [ %51, %49 ]
  %23 = load ptr, ptr %12, align 8
  %24 = load i64, ptr %13, align 8
  %25 = mul i64 %24, %22
  %26 = getelementptr inbounds nuw i64, ptr %23, i64 %25
  %27 = icmp eq i64 %24, 0
  br i1 %27, label %39, label %28

28:
  %29 = phi i64 [ %37, %28 ], [ 0, %21 ]
  %30 = phi i64 [ %36, %28 ], [ 0, %21 ]
  %31 = getelementptr inbounds nuw i64, ptr %26, i64 %29
  %32 = load i64, ptr %31, align 8
  %33 = xor i64 %32, %30
  %34 = mul i64 %33, -7046029254386353131
  %35 = lshr i64 %34, 32
  %36 = xor i64 %35, %34
  %37 = add nuw i64 %29, 1
  %38 = icmp eq i64 %37, %24
  br i1 %38, label %39, label %28

39:
  %40 = phi i64 [ 0, %21 ], [ %36, %28 ]
  %41 = load ptr, ptr %14, align 8
  br label %42

42:
  %43 = phi i64 [ %40, %39 ], [ %48, %42 ]
  %44 = and i64 %43, %7
  %45 = getelementptr inbounds nuw i64, ptr %41, i64 %44
  %46 = load i64, ptr %45, align 8
  %47 = icmp eq i64 %46, 0
  %48 = add i64 %44, 1
  br i1 %47, label %49, label %42

49:
  %50 = getelementptr inbounds nuw i64, ptr %41, i64 %44
  %51 = add nuw i64 %22, 1
  store i64 %51, ptr %50, align 8
  %52 = load i64, ptr %8, align 8
  %53 = icmp ult i64 %51, %52
  br i1 %53, label %21, label %15

54:
  ret void

55:
  %56 = phi i64 [ 0, %19 ], [ %109, %104 ]
  %57 = getelementptr inbounds nuw %struct.entry, ptr %3, i64 %56
  %58 = load ptr, ptr %2, align 8
  %59 = load i64, ptr %4, align 8
  %60 = shl i64 %59, 1
  %61 = add i64 %60, -1
  %62 = load i64, ptr %57, align 8
  %63 = mul i64 %62, -7046029254386353131
  %64 = lshr i64 %63, 32
  %65 = getelementptr inbounds nuw i8, ptr %57, i64 8
  %66 = load i64, ptr %65, align 8
  %67 = xor i64 %63, %64
  %68 = xor i64 %67, %66
  %69 = mul i64 %68, -7046029254386353131
  %70 = lshr i64 %69, 32
  %71 = getelementptr inbounds nuw i8, ptr %57, i64 16
  %72 = load i64, ptr %71, align 8
  %73 = xor i64 %72, %70
  %74 = xor i64 %73, %69
  %75 = mul i64 %74, -7046029254386353131
  %76 = lshr i64 %75, 32
  %77 = xor i64 %76, %75
  %78 = load ptr, ptr %20, align 8
  %79 = and i64 %77, %61
  %80 = getelementptr inbounds nuw i64, ptr %78, i64 %79
  %81 = load i64, ptr %80, align 8
  %82 = icmp eq i64 %81, 0
  br i1 %82, label %104, label %83

83:
  %84 = phi i64 [ %102, %98 ], [ %81, %55 ]
  %85 = phi i64 [ %100, %98 ], [ %79, %55 ]
  %86 = getelementptr inbounds nuw %struct.entry, ptr %58, i64 %84
  %87 = getelementptr inbounds i8, ptr %86, i64 -40
  %88 = load i64, ptr %87, align 8
  %89 = icmp eq i64 %88, %62
  br i1 %89, label %90, label %98

90:
  %91 = getelementptr inbounds i8, ptr %86, i64 -32
  %92 = load i64, ptr %91, align 8
  %93 = icmp eq i64 %92, %66
  br i1 %93, label %94, label %98

94:
  %95 = getelementptr inbounds i8, ptr %86, i64 -24
  %96 = load i64, ptr %95, align 8
  %97 = icmp eq i64 %96, %72
  br i1 %97, label %104, label %98

98:
  %99 = add i64 %85, 1
  %100 = and i64 %99, %61
  %101 = getelementptr inbounds nuw i64, ptr %78, i64 %100
  %102 = load i64, ptr %101, align 8
  %103 = icmp eq i64 %102, 0
  br i1 %103, label %104, label %83

104:
  %105 = phi i64 [ 0, %55 ], [ 0, %98 ], [ %84, %94 ]
  %106 = phi i64 [ %79, %55 ], [ %100, %98 ], [ %85, %94 ]
  %107 = getelementptr inbounds nuw i64, ptr %78, i64 %106
  %108 = getelementptr inbounds nuw i8, ptr %57, i64 32
  store i64 %105, ptr %108, align 8
  %109 = add nuw i64 %56, 1
  store i64 %109, ptr %107, align 8
  %110 = load i64, ptr %16, align 8
  %111 = icmp ult i64 %109, %110
  br i1 %111, label %55, label %54
}

define void @forget(ptr nocapture noundef %0) local_unnamed_addr #0 {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 416
  %3 = load i64, ptr %2, align 8
  %4 = icmp eq i64 %3, 0
  br i1 %4, label %75, label %5

5:
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 400
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 392
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 408
  br label %14

9:
  %10 = icmp eq i64 %73, 0
  br i1 %10, label %75, label %11

11:
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 400
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 408
  br label %80

14:
  %15 = phi i64 [ 0, %5 ], [ %70, %69 ]
  %16 = load ptr, ptr %6, align 8
  %17 = getelementptr inbounds nuw %struct.entry, ptr %16, i64 %15
  %18 = load i64, ptr %7, align 8
  %19 = shl i64 %18, 1
  %20 = add i64 %19, -1
  %21 = load i64, ptr %17, align 8
  %22 = mul i64 %21, -7046029254386353131
  %23 = lshr i64 %22, 32
  %24 = getelementptr inbounds nuw i8, ptr %17, i64 8
  %25 = load i64, ptr %24, align 8
  %26 = xor i64 %22, %23
  %27 = xor i64 %26, %25
  %28 = mul i64 %27, -7046029254386353131
  %29 = lshr i64 %28, 32
  %30 = getelementptr inbounds nuw i8, ptr %17, i64 16
  %31 = load i64, ptr %30, align 8
  %32 = xor i64 %31, %29
  %33 = xor i64 %32, %28
  %34 = mul i64 %33, -7046029254386353131
  %35 = lshr i64 %34, 32
  %36 = xor i64 %35, %34
  %37 = load ptr, ptr %8, align 8
  %38 = and i64 %36, %20
  %39 = getelementptr inbounds nuw i64, ptr %37, i64 %38
  %40 = load i64, ptr %39, align 8
  %41 = icmp eq i64 %40, 0
  br i1 %41, label %63, label %42

42:
  %43 = phi i64 [ %61, %57 ], [ %40, %14 ]
  %44 = phi i64 [ %59, %57 ], [ %38, %14 ]
  %45 = getelementptr inbounds nuw %struct.entry, ptr %16, i64 %43
  %46 = getelementptr inbounds i8, ptr %45, i64 -40
  %47 = load i64, ptr %46, align 8
  %48 = icmp eq i64 %47, %21
  br i1 %48, label %49, label %57

49:
  %50 = getelementptr inbounds i8, ptr %45, i64 -32
  %51 = load i64, ptr %50, align 8
  %52 = icmp eq i64 %51, %25
  br i1 %52, label %53, label %57

53:
  %54 = getelementptr inbounds i8, ptr %45, i64 -24
  %55 = load i64, ptr %54, align 8
  %56 = icmp eq i64 %55, %31
  br i1 %56, label %65, label %57

57:
  %58 = add i64 %44, 1
  %59 = and i64 %58, %20
  %60 = getelementptr inbounds nuw i64, ptr %37, i64 %59
  %61 = load i64, ptr %60, align 8
  %62 = icmp eq i64 %61, 0
  br i1 %62, label %63, label %42

63:
  %64 = add nuw i64 %15, 1
  br label %69

65:
  %66 = add nuw i64 %15, 1
  %67 = icmp eq i64 %43, %66
  %68 = select i1 %67, i64 %44, i64 -1
  br label %69

69:
  %70 = phi i64 [ %64, %63 ], [ %66, %65 ]
  %71 = phi i64 [ -1, %63 ], [ %68, %65 ]
  %72 = getelementptr inbounds nuw %struct.entry, ptr %16, i64 %15, i32 4
  store i64 %71, ptr %72, align 8
  %73 = load i64, ptr %2, align 8
  %74 = icmp ult i64 %70, %73
  br i1 %74, label %14, label %9

75:
  %76 = getelementptr inbounds nuw i8, ptr %0, i64 480
  store i64 0, ptr %76, align 8
  %77 = getelementptr inbounds nuw i8, ptr %0, i64 472
  store i64 0, ptr %77, align 8
  %78 = getelementptr inbounds nuw i8, ptr %0, i64 448
  store i64 0, ptr %78, align 8
  %79 = getelementptr inbounds nuw i8, ptr %0, i64 432
  store i64 0, ptr %79, align 8
  store i64 0, ptr %2, align 8
  ret void

80:
  %81 = phi i64 [ %73, %11 ], [ %92, %91 ]
  %82 = phi i64 [ 0, %11 ], [ %93, %91 ]
  %83 = load ptr, ptr %12, align 8
  %84 = getelementptr inbounds nuw %struct.entry, ptr %83, i64 %82, i32 4
  %85 = load i64, ptr %84, align 8
  %86 = icmp eq i64 %85, -1
  br i1 %86, label %91, label %87

87:
  %88 = load ptr, ptr %13, align 8
  %89 = getelementptr inbounds nuw i64, ptr %88, i64 %85
  store i64 0, ptr %89, align 8
  %90 = load i64, ptr %2, align 8
  br label %91

91:
  %92 = phi i64 [ %81, %80 ], [ %90, %87 ]
  %93 = add nuw i64 %82, 1
  %94 = icmp ult i64 %93, %92
  br i1 %94, label %80, label %75
}

define void @note(ptr nocapture noundef readonly %0, i64 noundef %1, i64 noundef %2) local_unnamed_addr #0 {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 376
  %5 = load i64, ptr %4, align 8
  %6 = add i64 %5, -1
  %7 = mul i64 %1, -7046029254386353131
  %8 = lshr i64 %7, 32
  %9 = xor i64 %8, %7
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 368
  %11 = load ptr, ptr %10, align 8
  %12 = and i64 %6, %9
  %13 = shl i64 %12, 1
  %14 = or disjoint i64 %13, 1
  %15 = getelementptr inbounds nuw i64, ptr %11, i64 %14
  %16 = load i64, ptr %15, align 8
  %17 = icmp eq i64 %16, 0
  br i1 %17, label %32, label %26

18:
  %19 = add i64 %28, 1
  %20 = and i64 %19, %6
  %21 = shl i64 %20, 1
  %22 = or disjoint i64 %21, 1
  %23 = getelementptr inbounds nuw i64, ptr %11, i64 %22
  %24 = load i64, ptr %23, align 8
  %25 = icmp eq i64 %24, 0
  br i1 %25, label %32, label %26

26:
  %27 = phi i64 [ %21, %18 ], [ %13, %3 ]
  %28 = phi i64 [ %20, %18 ], [ %12, %3 ]
  %29 = getelementptr inbounds nuw i64, ptr %11, i64 %27
  %30 = load i64, ptr %29, align 8
  %31 = icmp eq i64 %30, %1
  br i1 %31, label %32, label %18

32:
  %33 = phi i64 [ %13, %3 ], [ %27, %26 ], [ %21, %18 ]
  %34 = getelementptr inbounds nuw i64, ptr %11, i64 %33
  store i64 %1, ptr %34, align 8
  %35 = getelementptr inbounds nuw i8, ptr %34, i64 8
  store i64 %2, ptr %35, align 8
  ret void
}

define void @put_places_again(ptr nocapture noundef readonly %0) local_unnamed_addr #0 {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 272
  %3 = load i64, ptr %2, align 8
  %4 = icmp eq i64 %3, 0
  br i1 %4, label %10, label %5

5:
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 248
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 264
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 280
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 256
  br label %11

10:
  ret void

11:
  %12 = phi i64 [ 0, %5 ], [ %13, %63 ]
  %13 = add nuw i64 %12, 1
  %14 = load ptr, ptr %6, align 8
  %15 = load i64, ptr %7, align 8
  %16 = mul i64 %15, %12
  %17 = getelementptr inbounds nuw i64, ptr %14, i64 %16
  %18 = load i64, ptr %8, align 8
  %19 = shl i64 %18, 1
  %20 = add i64 %19, -1
  %21 = icmp eq i64 %15, 0
  br i1 %21, label %22, label %30

22:
  %23 = load ptr, ptr %9, align 8
  br label %63

24:
  %25 = load ptr, ptr %9, align 8
  %26 = and i64 %38, %20
  %27 = getelementptr inbounds nuw i64, ptr %25, i64 %26
  %28 = load i64, ptr %27, align 8
  %29 = icmp eq i64 %28, 0
  br i1 %29, label %63, label %41

30:
  %31 = phi i64 [ %39, %30 ], [ 0, %11 ]
  %32 = phi i64 [ %38, %30 ], [ 0, %11 ]
  %33 = getelementptr inbounds nuw i64, ptr %17, i64 %31
  %34 = load i64, ptr %33, align 8
  %35 = xor i64 %34, %32
  %36 = mul i64 %35, -7046029254386353131
  %37 = lshr i64 %36, 32
  %38 = xor i64 %37, %36
  %39 = add nuw i64 %31, 1
  %40 = icmp eq i64 %39, %15
  br i1 %40, label %24, label %30

41:
  %42 = phi i64 [ %61, %57 ], [ %28, %24 ]
  %43 = phi i64 [ %59, %57 ], [ %26, %24 ]
  %44 = add i64 %42, -1
  %45 = mul i64 %44, %15
  %46 = getelementptr inbounds nuw i64, ptr %14, i64 %45
  br label %50

47:
  %48 = add nuw i64 %51, 1
  %49 = icmp eq i64 %48, %15
  br i1 %49, label %63, label %50

50:
  %51 = phi i64 [ %48, %47 ], [ 0, %41 ]
  %52 = getelementptr inbounds nuw i64, ptr %46, i64 %51
  %53 = load i64, ptr %52, align 8
  %54 = getelementptr inbounds nuw i64, ptr %17, i64 %51
  %55 = load i64, ptr %54, align 8
  %56 = icmp eq i64 %53, %55
  br i1 %56, label %47, label %57

57:
  %58 = add i64 %43, 1
  %59 = and i64 %58, %20
  %60 = getelementptr inbounds nuw i64, ptr %25, i64 %59
  %61 = load i64, ptr %60, align 8
  %62 = icmp eq i64 %61, 0
  br i1 %62, label %63, label %41

63:
  %64 = phi ptr [ %25, %24 ], [ %23, %22 ], [ %25, %47 ], [ %25, %57 ]
  %65 = phi i64 [ %26, %24 ], [ 0, %22 ], [ %43, %47 ], [ %59, %57 ]
  %66 = getelementptr inbounds nuw i64, ptr %64, i64 %65
  store i64 %13, ptr %66, align 8
  %67 = load i64, ptr %2, align 8
  %68 = icmp ult i64 %13, %67
  br i1 %68, label %11, label %10
}

define i64 @first_place(ptr nocapture noundef %0) local_unnamed_addr #0 {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 264
  %3 = load i64, ptr %2, align 8
  %4 = icmp eq i64 %3, 0
  br i1 %4, label %8, label %5

5:
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 248
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 272
  br label %10

8:
  %9 = tail call fastcc i64 @place(ptr noundef nonnull %0)
  ret i64 %9

10:
  %11 = phi i64 [ %3, %5 ], [ %19, %10 ]
  %12 = phi i64 [ 0, %5 ], [ %18, %10 ]
  %13 = load ptr, ptr %6, align 8
  %14 = load i64, ptr %7, align 8
  %15 = mul i64 %14, %11
  %16 = getelementptr i64, ptr %13, i64 %15
  %17 = getelementptr i64, ptr %16, i64 %12
  store i64 0, ptr %17, align 8
  %18 = add nuw i64 %12, 1
  %19 = load i64, ptr %2, align 8
  %20 = icmp ult i64 %18, %19
  br i1 %20, label %10, label %8
}

define internal fastcc i64 @place(ptr nocapture noundef %0) unnamed_addr #0 {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 248
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 272
  %5 = load i64, ptr %4, align 8
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 264
  %7 = load i64, ptr %6, align 8
  %8 = mul i64 %7, %5
  %9 = getelementptr inbounds nuw i64, ptr %3, i64 %8
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 224
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 232
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 208
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 216
  br label %14

14:
  %15 = phi i64 [ %83, %80 ], [ %7, %1 ]
  %16 = phi i64 [ %82, %80 ], [ 0, %1 ]
  %17 = phi i1 [ %81, %80 ], [ false, %1 ]
  br label %19

18:
  br i1 %21, label %19, label %84

19:
  %20 = phi i64 [ 0, %18 ], [ %16, %14 ]
  %21 = phi i1 [ false, %18 ], [ %17, %14 ]
  %22 = icmp ult i64 %20, %15
  br i1 %22, label %23, label %18

23:
  %24 = getelementptr inbounds nuw i64, ptr %9, i64 %20
  %25 = load ptr, ptr %10, align 8
  %26 = getelementptr inbounds nuw i64, ptr %25, i64 %20
  %27 = load i64, ptr %26, align 8
  %28 = load i64, ptr %24, align 8
  %29 = add i64 %28, %27
  %30 = getelementptr i8, ptr %26, i64 8
  %31 = load i64, ptr %30, align 8
  %32 = icmp ult i64 %29, %31
  br i1 %32, label %33, label %80

33:
  %34 = phi i64 [ %76, %71 ], [ %29, %23 ]
  %35 = phi i64 [ %72, %71 ], [ %28, %23 ]
  %36 = phi i1 [ true, %71 ], [ %21, %23 ]
  %37 = load ptr, ptr %11, align 8
  %38 = getelementptr inbounds nuw i64, ptr %37, i64 %34
  %39 = load i64, ptr %38, align 8
  %40 = icmp eq i64 %39, -1
  br i1 %40, label %80, label %41

41:
  %42 = load ptr, ptr %12, align 8
  %43 = mul i64 %39, 48
  %44 = getelementptr inbounds nuw i8, ptr %42, i64 %43
  %45 = getelementptr inbounds nuw i8, ptr %44, i64 16
  %46 = load i64, ptr %45, align 8
  %47 = and i64 %46, 1
  %48 = icmp eq i64 %47, 0
  br i1 %48, label %49, label %80

49:
  %50 = getelementptr inbounds nuw i8, ptr %44, i64 24
  %51 = load i64, ptr %50, align 8
  %52 = getelementptr inbounds nuw i8, ptr %44, i64 32
  %53 = load i64, ptr %52, align 8
  %54 = icmp ult i64 %51, %53
  br i1 %54, label %55, label %71

55:
  %56 = load ptr, ptr %13, align 8
  br label %60

57:
  %58 = add i64 %61, 1
  %59 = icmp eq i64 %58, %53
  br i1 %59, label %71, label %60

60:
  %61 = phi i64 [ %51, %55 ], [ %58, %57 ]
  %62 = shl i64 %61, 1
  %63 = getelementptr inbounds nuw i64, ptr %56, i64 %62
  %64 = load i64, ptr %63, align 8
  %65 = getelementptr inbounds nuw i64, ptr %9, i64 %64
  %66 = load i64, ptr %65, align 8
  %67 = or disjoint i64 %62, 1
  %68 = getelementptr inbounds nuw i64, ptr %56, i64 %67
  %69 = load i64, ptr %68, align 8
  %70 = icmp ult i64 %66, %69
  br i1 %70, label %80, label %57

71:
  %72 = add i64 %35, 1
  store i64 %72, ptr %24, align 8
  %73 = load ptr, ptr %10, align 8
  %74 = getelementptr inbounds nuw i64, ptr %73, i64 %20
  %75 = load i64, ptr %74, align 8
  %76 = add i64 %75, %72
  %77 = getelementptr i8, ptr %74, i64 8
  %78 = load i64, ptr %77, align 8
  %79 = icmp ult i64 %76, %78
  br i1 %79, label %33, label %80

80:
  %81 = phi i1 [ %21, %23 ], [ %36, %60 ], [ %36, %41 ], [ true, %71 ], [ %36, %33 ]
  %82 = add i64 %20, 1
  %83 = load i64, ptr %6, align 8
  br label %14

84:
  %85 = getelementptr inbounds nuw i8, ptr %0, i64 280
  %86 = load i64, ptr %85, align 8
  %87 = shl i64 %86, 1
  %88 = add i64 %87, -1
  %89 = icmp eq i64 %15, 0
  br i1 %89, label %97, label %104

90:
  %91 = getelementptr inbounds nuw i8, ptr %0, i64 256
  %92 = load ptr, ptr %91, align 8
  %93 = and i64 %112, %88
  %94 = getelementptr inbounds nuw i64, ptr %92, i64 %93
  %95 = load i64, ptr %94, align 8
  %96 = icmp eq i64 %95, 0
  br i1 %96, label %137, label %102

97:
  %98 = getelementptr inbounds nuw i8, ptr %0, i64 256
  %99 = load ptr, ptr %98, align 8
  %100 = load i64, ptr %99, align 8
  %101 = icmp eq i64 %100, 0
  br i1 %101, label %137, label %148

102:
  %103 = load ptr, ptr %2, align 8
  br label %115

104:
  %105 = phi i64 [ %113, %104 ], [ 0, %84 ]
  %106 = phi i64 [ %112, %104 ], [ 0, %84 ]
  %107 = getelementptr inbounds nuw i64, ptr %9, i64 %105
  %108 = load i64, ptr %107, align 8
  %109 = xor i64 %108, %106
  %110 = mul i64 %109, -7046029254386353131
  %111 = lshr i64 %110, 32
  %112 = xor i64 %111, %110
  %113 = add nuw i64 %105, 1
  %114 = icmp eq i64 %113, %15
  br i1 %114, label %90, label %104

115:
  %116 = phi i64 [ %135, %131 ], [ %95, %102 ]
  %117 = phi i64 [ %133, %131 ], [ %93, %102 ]
  %118 = add i64 %116, -1
  %119 = mul i64 %118, %15
  %120 = getelementptr inbounds nuw i64, ptr %103, i64 %119
  br label %124

121:
  %122 = add nuw i64 %125, 1
  %123 = icmp eq i64 %122, %15
  br i1 %123, label %148, label %124

124:
  %125 = phi i64 [ %122, %121 ], [ 0, %115 ]
  %126 = getelementptr inbounds nuw i64, ptr %120, i64 %125
  %127 = load i64, ptr %126, align 8
  %128 = getelementptr inbounds nuw i64, ptr %9, i64 %125
  %129 = load i64, ptr %128, align 8
  %130 = icmp eq i64 %127, %129
  br i1 %130, label %121, label %131

131:
  %132 = add i64 %117, 1
  %133 = and i64 %132, %88
  %134 = getelementptr inbounds nuw i64, ptr %92, i64 %133
  %135 = load i64, ptr %134, align 8
  %136 = icmp eq i64 %135, 0
  br i1 %136, label %137, label %115

137:
  %138 = phi ptr [ %99, %97 ], [ %92, %90 ], [ %92, %131 ]
  %139 = phi i64 [ 0, %97 ], [ %93, %90 ], [ %133, %131 ]
  %140 = getelementptr inbounds nuw i64, ptr %138, i64 %139
  %141 = load i64, ptr %4, align 8
  %142 = add i64 %141, 1
  store i64 %142, ptr %4, align 8
  store i64 %142, ptr %140, align 8
  %143 = getelementptr inbounds nuw i8, ptr %0, i64 192
  %144 = load ptr, ptr %143, align 8
  %145 = mul i64 %141, 24
  %146 = getelementptr inbounds nuw i8, ptr %144, i64 %145
  store i64 0, ptr %146, align 8
  %147 = load i64, ptr %140, align 8
  br label %148

148:
  %149 = phi i64 [ %147, %137 ], [ %100, %97 ], [ %116, %121 ]
  %150 = add i64 %149, -1
  ret i64 %150
}

define i64 @value_in(ptr noundef %0, i64 noundef %1, i64 noundef %2) local_unnamed_addr #2 {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %5 = load i64, ptr %4, align 8
  %6 = icmp eq i64 %5, %1
  br i1 %6, label %11, label %7

7:
  store i64 %1, ptr %4, align 8
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %9 = load i64, ptr %8, align 8
  %10 = add i64 %9, 1
  store i64 %10, ptr %8, align 8
  br label %11

11:
  %12 = tail call fastcc i64 @value(ptr noundef nonnull %0, i64 noundef 0, i64 noundef %2, i64 noundef 0)
  ret i64 %12
}

define internal fastcc i64 @value(ptr noundef %0, i64 noundef range(i64 0, 3) %1, i64 noundef %2, i64 noundef %3) unnamed_addr #2 {
  %5 = load ptr, ptr %0, align 8
  %6 = shl i64 %2, 5
  %7 = getelementptr inbounds nuw i8, ptr %5, i64 %6
  %8 = load i64, ptr %7, align 8
  %9 = icmp eq i64 %8, 0
  br i1 %9, label %10, label %13

10:
  %11 = getelementptr inbounds nuw i8, ptr %7, i64 8
  %12 = load i64, ptr %11, align 8
  br label %155

13:
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %15 = getelementptr inbounds nuw [3 x ptr], ptr %14, i64 0, i64 %1
  %16 = load ptr, ptr %15, align 8
  %17 = getelementptr inbounds nuw i64, ptr %16, i64 %2
  %18 = load i64, ptr %17, align 8
  %19 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %20 = getelementptr inbounds nuw [3 x i64], ptr %19, i64 0, i64 %1
  %21 = load i64, ptr %20, align 8
  %22 = icmp eq i64 %18, %21
  br i1 %22, label %23, label %29

23:
  %24 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %25 = getelementptr inbounds nuw [3 x ptr], ptr %24, i64 0, i64 %1
  %26 = load ptr, ptr %25, align 8
  %27 = getelementptr inbounds nuw i64, ptr %26, i64 %2
  %28 = load i64, ptr %27, align 8
  br label %155

29:
  %30 = and i64 %8, 255
  %31 = trunc i64 %8 to i8
  switch i8 %31, label %63 [
    i8 1, label %32
    i8 18, label %54
  ]

32:
  %33 = getelementptr inbounds nuw i8, ptr %0, i64 160
  %34 = load ptr, ptr %33, align 8
  %35 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %36 = getelementptr inbounds nuw [3 x i64], ptr %35, i64 0, i64 %1
  %37 = load i64, ptr %36, align 8
  %38 = getelementptr inbounds nuw i8, ptr %0, i64 104
  %39 = load i64, ptr %38, align 8
  %40 = mul i64 %39, %37
  %41 = getelementptr inbounds nuw i64, ptr %34, i64 %40
  %42 = getelementptr inbounds nuw i8, ptr %7, i64 8
  %43 = load i64, ptr %42, align 8
  %44 = getelementptr inbounds nuw i64, ptr %41, i64 %43
  %45 = load i64, ptr %44, align 8
  %46 = lshr i64 %8, 8
  %47 = lshr i64 %45, %46
  %48 = getelementptr inbounds nuw i8, ptr %7, i64 16
  %49 = load i64, ptr %48, align 8
  %50 = and i64 %47, %49
  %51 = getelementptr inbounds nuw i8, ptr %7, i64 24
  %52 = load i64, ptr %51, align 8
  %53 = add i64 %50, %52
  br label %146

54:
  %55 = getelementptr inbounds nuw i8, ptr %0, i64 136
  %56 = load ptr, ptr %55, align 8
  %57 = getelementptr inbounds nuw i8, ptr %7, i64 8
  %58 = load i64, ptr %57, align 8
  %59 = getelementptr i64, ptr %56, i64 %3
  %60 = getelementptr i64, ptr %59, i64 %58
  %61 = load i64, ptr %60, align 8
  %62 = tail call fastcc i64 @value(ptr noundef nonnull %0, i64 noundef 0, i64 noundef %61, i64 noundef 0)
  br label %146

63:
  %64 = getelementptr inbounds nuw i8, ptr %7, i64 8
  %65 = load i64, ptr %64, align 8
  %66 = tail call fastcc i64 @value(ptr noundef nonnull %0, i64 noundef range(i64 0, 3) %1, i64 noundef %65, i64 noundef %3)
  switch i8 %31, label %76 [
    i8 8, label %67
    i8 9, label %70
  ]

67:
  %68 = icmp eq i64 %66, 0
  %69 = zext i1 %68 to i64
  br label %146

70:
  %71 = icmp eq i64 %66, 0
  %72 = select i1 %71, i64 3, i64 2
  %73 = getelementptr inbounds nuw i64, ptr %7, i64 %72
  %74 = load i64, ptr %73, align 8
  %75 = tail call fastcc i64 @value(ptr noundef nonnull %0, i64 noundef range(i64 0, 3) %1, i64 noundef %74, i64 noundef %3)
  br label %146

76:
  %77 = icmp ne i64 %30, 6
  %78 = icmp ne i64 %66, 0
  %79 = select i1 %77, i1 true, i1 %78
  br i1 %79, label %80, label %146

80:
  %81 = icmp eq i64 %30, 7
  %82 = select i1 %81, i1 %78, i1 false
  br i1 %82, label %146, label %83

83:
  switch i8 %31, label %103 [
    i8 17, label %86
    i8 15, label %84
  ]

84:
  %85 = icmp eq i64 %66, 0
  br i1 %85, label %146, label %96

86:
  %87 = load i64, ptr %7, align 8
  %88 = lshr i64 %87, 16
  %89 = lshr i64 %66, %88
  %90 = getelementptr inbounds nuw i8, ptr %7, i64 16
  %91 = load i64, ptr %90, align 8
  %92 = and i64 %89, %91
  %93 = getelementptr inbounds nuw i8, ptr %7, i64 24
  %94 = load i64, ptr %93, align 8
  %95 = add i64 %92, %94
  br label %146

96:
  %97 = phi i64 [ %99, %96 ], [ 0, %84 ]
  %98 = phi i64 [ %101, %96 ], [ %66, %84 ]
  %99 = add i64 %97, 1
  %100 = add i64 %98, -1
  %101 = and i64 %100, %98
  %102 = icmp eq i64 %101, 0
  br i1 %102, label %146, label %96

103:
  %104 = getelementptr inbounds nuw i8, ptr %7, i64 16
  %105 = load i64, ptr %104, align 8
  %106 = tail call fastcc i64 @value(ptr noundef nonnull %0, i64 noundef range(i64 0, 3) %1, i64 noundef %105, i64 noundef %3)
  %107 = icmp ult i64 %106, 64
  %108 = shl nuw i64 1, %106
  %109 = select i1 %107, i64 %108, i64 0
  switch i8 %31, label %138 [
    i8 2, label %110
    i8 3, label %112
    i8 19, label %114
    i8 20, label %116
    i8 21, label %116
    i8 4, label %118
    i8 5, label %121
    i8 6, label %146
    i8 7, label %146
    i8 10, label %124
    i8 11, label %128
    i8 12, label %130
    i8 13, label %133
    i8 14, label %135
  ]

110:
  %111 = add i64 %106, %66
  br label %146

112:
  %113 = sub i64 %66, %106
  br label %146

114:
  %115 = mul i64 %106, %66
  br label %146

116:
  %117 = tail call fastcc i64 @divided(i64 noundef %30, i64 noundef %66, i64 noundef %106)
  br label %146

118:
  %119 = icmp eq i64 %66, %106
  %120 = zext i1 %119 to i64
  br label %146

121:
  %122 = icmp slt i64 %66, %106
  %123 = zext i1 %122 to i64
  br label %146

124:
  %125 = and i64 %109, %66
  %126 = icmp ne i64 %125, 0
  %127 = zext i1 %126 to i64
  br label %146

128:
  %129 = or i64 %109, %66
  br label %146

130:
  %131 = xor i64 %109, -1
  %132 = and i64 %66, %131
  br label %146

133:
  %134 = or i64 %106, %66
  br label %146

135:
  %136 = xor i64 %106, -1
  %137 = and i64 %66, %136
  br label %146

138:
  %139 = load i64, ptr %7, align 8
  %140 = lshr i64 %139, 8
  %141 = shl i64 %66, %140
  %142 = getelementptr inbounds nuw i8, ptr %7, i64 24
  %143 = load i64, ptr %142, align 8
  %144 = sub i64 %106, %143
  %145 = or i64 %141, %144
  br label %146

146:
  %147 = phi i64 [ %53, %32 ], [ %62, %54 ], [ %69, %67 ], [ %75, %70 ], [ %95, %86 ], [ 0, %76 ], [ 1, %80 ], [ %145, %138 ], [ %137, %135 ], [ %134, %133 ], [ %132, %130 ], [ %129, %128 ], [ %127, %124 ], [ %123, %121 ], [ %120, %118 ], [ %117, %116 ], [ %115, %114 ], [ %113, %112 ], [ %111, %110 ], [ %106, %103 ], [ %106, %103 ], [ 0, %84 ], [ %99, %96 ]
  %148 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %149 = getelementptr inbounds nuw [3 x ptr], ptr %148, i64 0, i64 %1
  %150 = load ptr, ptr %149, align 8
  %151 = getelementptr inbounds nuw i64, ptr %150, i64 %2
  store i64 %147, ptr %151, align 8
  %152 = load i64, ptr %20, align 8
  %153 = load ptr, ptr %15, align 8
  %154 = getelementptr inbounds nuw i64, ptr %153, i64 %2
  store i64 %152, ptr %154, align 8
  br label %155

155:
  %156 = phi i64 [ %12, %10 ], [ %28, %23 ], [ %147, %146 ]
  ret i64 %156
}

define range(i64 0, 12) i64 @follow(ptr noundef %0, i64 noundef %1, i64 noundef %2) local_unnamed_addr #2 {
  %4 = alloca [512 x i64], align 16
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 112
  %6 = load ptr, ptr %5, align 8
  %7 = shl i64 %2, 5
  %8 = getelementptr inbounds nuw i8, ptr %6, i64 %7
  call void @llvm.lifetime.start.p0(i64 4096, ptr nonnull %4) #9
  %9 = load i64, ptr %8, align 8
  %10 = icmp eq i64 %9, 0
  br i1 %10, label %86, label %11

11:
  %12 = add i64 %9, -1
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %14 = load i64, ptr %13, align 8
  %15 = icmp eq i64 %14, %1
  br i1 %15, label %20, label %16

16:
  store i64 %1, ptr %13, align 8
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %18 = load i64, ptr %17, align 8
  %19 = add i64 %18, 1
  store i64 %19, ptr %17, align 8
  br label %20

20:
  %21 = tail call fastcc i64 @value(ptr noundef nonnull %0, i64 noundef 0, i64 noundef %12, i64 noundef 0)
  %22 = icmp eq i64 %21, 0
  br i1 %22, label %86, label %23

23:
  %24 = getelementptr inbounds nuw i8, ptr %0, i64 176
  %25 = load i64, ptr %24, align 8
  %26 = getelementptr inbounds nuw i8, ptr %0, i64 392
  %27 = load i64, ptr %26, align 8
  %28 = icmp eq i64 %25, %27
  br i1 %28, label %86, label %29

29:
  %30 = getelementptr inbounds nuw i8, ptr %0, i64 160
  %31 = load ptr, ptr %30, align 8
  %32 = getelementptr inbounds nuw i8, ptr %0, i64 104
  %33 = load i64, ptr %32, align 8
  %34 = mul i64 %33, %1
  %35 = getelementptr inbounds nuw i64, ptr %31, i64 %34
  %36 = icmp eq i64 %33, 0
  br i1 %36, label %37, label %45

37:
  %38 = getelementptr inbounds nuw i8, ptr %8, i64 8
  %39 = load i64, ptr %38, align 8
  %40 = getelementptr inbounds nuw i8, ptr %8, i64 16
  %41 = load i64, ptr %40, align 8
  %42 = icmp ult i64 %39, %41
  br i1 %42, label %43, label %84

43:
  %44 = getelementptr inbounds nuw i8, ptr %0, i64 120
  br label %52

45:
  %46 = phi i64 [ %50, %45 ], [ 0, %29 ]
  %47 = getelementptr inbounds nuw i64, ptr %35, i64 %46
  %48 = load i64, ptr %47, align 8
  %49 = getelementptr inbounds nuw [512 x i64], ptr %4, i64 0, i64 %46
  store i64 %48, ptr %49, align 8
  %50 = add nuw i64 %46, 1
  %51 = icmp eq i64 %50, %33
  br i1 %51, label %37, label %45

52:
  %53 = phi i64 [ %39, %43 ], [ %81, %67 ]
  %54 = load ptr, ptr %44, align 8
  %55 = mul i64 %53, 48
  %56 = getelementptr inbounds nuw i8, ptr %54, i64 %55
  %57 = getelementptr inbounds nuw i8, ptr %56, i64 40
  %58 = load i64, ptr %57, align 8
  %59 = tail call fastcc i64 @value(ptr noundef %0, i64 noundef 0, i64 noundef %58, i64 noundef 0)
  %60 = getelementptr inbounds nuw i8, ptr %56, i64 24
  %61 = load i64, ptr %60, align 8
  %62 = icmp slt i64 %59, %61
  br i1 %62, label %86, label %63

63:
  %64 = getelementptr inbounds nuw i8, ptr %56, i64 32
  %65 = load i64, ptr %64, align 8
  %66 = icmp sgt i64 %59, %65
  br i1 %66, label %86, label %67

67:
  %68 = getelementptr inbounds nuw i8, ptr %56, i64 16
  %69 = load i64, ptr %68, align 8
  %70 = getelementptr inbounds nuw i8, ptr %56, i64 8
  %71 = load i64, ptr %70, align 8
  %72 = shl i64 %69, %71
  %73 = xor i64 %72, -1
  %74 = load i64, ptr %56, align 8
  %75 = getelementptr inbounds nuw [512 x i64], ptr %4, i64 0, i64 %74
  %76 = load i64, ptr %75, align 8
  %77 = and i64 %76, %73
  %78 = sub i64 %59, %61
  %79 = shl i64 %78, %71
  %80 = or i64 %77, %79
  store i64 %80, ptr %75, align 8
  %81 = add nuw i64 %53, 1
  %82 = load i64, ptr %40, align 8
  %83 = icmp ult i64 %81, %82
  br i1 %83, label %52, label %84

84:
  %85 = call i64 @number_of(ptr noundef %0, ptr noundef nonnull %4)
  br label %86

86:
  %87 = phi i64 [ %85, %84 ], [ %2, %3 ], [ -1, %20 ], [ 0, %23 ], [ %1, %63 ], [ %1, %52 ]
  %88 = phi i64 [ 0, %84 ], [ 0, %3 ], [ 0, %20 ], [ 0, %23 ], [ %2, %63 ], [ %2, %52 ]
  %89 = phi i64 [ 0, %84 ], [ 8, %3 ], [ 0, %20 ], [ 11, %23 ], [ 10, %63 ], [ 10, %52 ]
  %90 = getelementptr inbounds nuw i8, ptr %0, i64 512
  store i64 %87, ptr %90, align 8
  %91 = getelementptr inbounds nuw i8, ptr %0, i64 520
  store i64 %88, ptr %91, align 8
  %92 = getelementptr inbounds nuw i8, ptr %0, i64 528
  store i64 0, ptr %92, align 8
  call void @llvm.lifetime.end.p0(i64 4096, ptr nonnull %4) #9
  ret i64 %89
}

define void @begin(ptr noundef initializes((488, 496)) %0, i64 noundef %1, i64 noundef %2, i64 noundef %3) local_unnamed_addr #2 {
  %5 = alloca %struct.entry, align 8
  call void @llvm.lifetime.start.p0(i64 40, ptr nonnull %5) #9
  store i64 %1, ptr %5, align 8
  %6 = getelementptr inbounds nuw i8, ptr %5, i64 8
  store i64 %2, ptr %6, align 8
  %7 = getelementptr inbounds nuw i8, ptr %5, i64 16
  store i64 %3, ptr %7, align 8
  %8 = getelementptr inbounds nuw i8, ptr %5, i64 24
  store i64 0, ptr %8, align 8
  %9 = getelementptr inbounds nuw i8, ptr %5, i64 32
  store i64 0, ptr %9, align 8
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 488
  store i64 0, ptr %10, align 8
  %11 = tail call fastcc zeroext i1 @enter(ptr noundef %0, ptr noundef nonnull byval(%struct.entry) align 8 %5, i64 noundef -1, i64 noundef -1)
  call void @llvm.lifetime.end.p0(i64 40, ptr nonnull %5) #9
  ret void
}

define internal fastcc noundef zeroext i1 @enter(ptr noundef %0, ptr nocapture noundef byval(%struct.entry) align 8 %1, i64 noundef %2, i64 noundef %3) unnamed_addr #2 {
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 400
  %6 = load ptr, ptr %5, align 8
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 496
  %8 = load i64, ptr %7, align 8
  %9 = icmp eq i64 %8, 0
  %10 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %11 = load i64, ptr %10, align 8
  br i1 %9, label %53, label %12

12:
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 184
  %14 = load ptr, ptr %13, align 8
  %15 = getelementptr inbounds nuw i64, ptr %14, i64 %11
  %16 = load i64, ptr %15, align 8
  %17 = icmp eq i64 %16, 0
  br i1 %17, label %18, label %46

18:
  store i64 1, ptr %15, align 8
  %19 = getelementptr inbounds nuw i8, ptr %0, i64 152
  %20 = load i64, ptr %19, align 8
  %21 = icmp eq i64 %20, 0
  br i1 %21, label %46, label %22

22:
  %23 = getelementptr inbounds nuw i8, ptr %0, i64 144
  %24 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %25 = getelementptr inbounds nuw i8, ptr %0, i64 56
  br label %26

26:
  %27 = phi i64 [ 0, %22 ], [ %43, %42 ]
  %28 = load ptr, ptr %23, align 8
  %29 = getelementptr inbounds nuw i64, ptr %28, i64 %27
  %30 = load i64, ptr %29, align 8
  %31 = load i64, ptr %24, align 8
  %32 = icmp eq i64 %31, %11
  br i1 %32, label %36, label %33

33:
  store i64 %11, ptr %24, align 8
  %34 = load i64, ptr %25, align 8
  %35 = add i64 %34, 1
  store i64 %35, ptr %25, align 8
  br label %36

36:
  %37 = tail call fastcc i64 @value(ptr noundef nonnull %0, i64 noundef 0, i64 noundef %30, i64 noundef 0)
  %38 = icmp eq i64 %37, 0
  br i1 %38, label %39, label %42

39:
  %40 = load ptr, ptr %13, align 8
  %41 = getelementptr inbounds nuw i64, ptr %40, i64 %11
  store i64 2, ptr %41, align 8
  br label %42

42:
  %43 = add nuw i64 %27, 1
  %44 = load i64, ptr %19, align 8
  %45 = icmp ult i64 %43, %44
  br i1 %45, label %26, label %46

46:
  %47 = load ptr, ptr %13, align 8
  %48 = getelementptr inbounds nuw i64, ptr %47, i64 %11
  %49 = load i64, ptr %48, align 8
  %50 = icmp eq i64 %49, 1
  br i1 %50, label %51, label %150

51:
  %52 = load ptr, ptr %5, align 8
  br label %53

53:
  %54 = phi ptr [ %52, %51 ], [ %6, %4 ]
  %55 = getelementptr inbounds nuw i8, ptr %0, i64 392
  %56 = load i64, ptr %55, align 8
  %57 = shl i64 %56, 1
  %58 = add i64 %57, -1
  %59 = load i64, ptr %1, align 8
  %60 = mul i64 %59, -7046029254386353131
  %61 = lshr i64 %60, 32
  %62 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %63 = load i64, ptr %62, align 8
  %64 = xor i64 %60, %61
  %65 = xor i64 %64, %63
  %66 = mul i64 %65, -7046029254386353131
  %67 = lshr i64 %66, 32
  %68 = xor i64 %11, %67
  %69 = xor i64 %68, %66
  %70 = mul i64 %69, -7046029254386353131
  %71 = lshr i64 %70, 32
  %72 = xor i64 %71, %70
  %73 = getelementptr inbounds nuw i8, ptr %0, i64 408
  %74 = load ptr, ptr %73, align 8
  %75 = and i64 %72, %58
  %76 = getelementptr inbounds nuw i64, ptr %74, i64 %75
  %77 = load i64, ptr %76, align 8
  %78 = icmp eq i64 %77, 0
  br i1 %78, label %125, label %79

79:
  %80 = phi i64 [ %98, %94 ], [ %77, %53 ]
  %81 = phi i64 [ %96, %94 ], [ %75, %53 ]
  %82 = getelementptr inbounds nuw %struct.entry, ptr %54, i64 %80
  %83 = getelementptr inbounds i8, ptr %82, i64 -40
  %84 = load i64, ptr %83, align 8
  %85 = icmp eq i64 %84, %59
  br i1 %85, label %86, label %94

86:
  %87 = getelementptr inbounds i8, ptr %82, i64 -32
  %88 = load i64, ptr %87, align 8
  %89 = icmp eq i64 %88, %63
  br i1 %89, label %90, label %94

90:
  %91 = getelementptr inbounds i8, ptr %82, i64 -24
  %92 = load i64, ptr %91, align 8
  %93 = icmp eq i64 %92, %11
  br i1 %93, label %100, label %94

94:
  %95 = add i64 %81, 1
  %96 = and i64 %95, %58
  %97 = getelementptr inbounds nuw i64, ptr %74, i64 %96
  %98 = load i64, ptr %97, align 8
  %99 = icmp eq i64 %98, 0
  br i1 %99, label %125, label %79

100:
  %101 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %102 = load i64, ptr %101, align 8
  br label %103

103:
  %104 = phi i64 [ %80, %100 ], [ %123, %121 ]
  %105 = getelementptr %struct.entry, ptr %6, i64 %104
  %106 = getelementptr i8, ptr %105, i64 -16
  %107 = load i64, ptr %106, align 8
  %108 = or i64 %102, %107
  %109 = icmp eq i64 %108, 0
  br i1 %109, label %150, label %110

110:
  %111 = phi i64 [ %118, %116 ], [ %102, %103 ]
  %112 = phi i64 [ %117, %116 ], [ %107, %103 ]
  %113 = and i64 %112, 255
  %114 = and i64 %111, 255
  %115 = icmp samesign ugt i64 %113, %114
  br i1 %115, label %121, label %116

116:
  %117 = lshr i64 %112, 8
  %118 = lshr i64 %111, 8
  %119 = or i64 %117, %118
  %120 = icmp eq i64 %119, 0
  br i1 %120, label %150, label %110

121:
  %122 = getelementptr i8, ptr %105, i64 -8
  %123 = load i64, ptr %122, align 8
  %124 = icmp eq i64 %123, 0
  br i1 %124, label %125, label %103

125:
  %126 = phi i64 [ %75, %53 ], [ %81, %121 ], [ %96, %94 ]
  %127 = phi i64 [ 0, %53 ], [ %80, %121 ], [ 0, %94 ]
  %128 = getelementptr inbounds nuw i64, ptr %74, i64 %126
  %129 = getelementptr inbounds nuw i8, ptr %1, i64 32
  store i64 %127, ptr %129, align 8
  %130 = getelementptr inbounds nuw i8, ptr %0, i64 416
  %131 = load i64, ptr %130, align 8
  %132 = getelementptr inbounds nuw %struct.entry, ptr %6, i64 %131
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(40) %132, ptr noundef nonnull align 8 dereferenceable(40) %1, i64 40, i1 false)
  %133 = load i64, ptr %130, align 8
  %134 = add i64 %133, 1
  store i64 %134, ptr %130, align 8
  store i64 %134, ptr %128, align 8
  %135 = getelementptr inbounds nuw i8, ptr %0, i64 424
  %136 = load ptr, ptr %135, align 8
  %137 = getelementptr inbounds nuw i8, ptr %0, i64 432
  %138 = load i64, ptr %137, align 8
  %139 = add i64 %138, 1
  store i64 %139, ptr %137, align 8
  %140 = getelementptr inbounds nuw %struct.frame, ptr %136, i64 %138
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(104) %140, i8 0, i64 104, i1 false)
  %141 = load i64, ptr %130, align 8
  %142 = add i64 %141, -1
  store i64 %142, ptr %140, align 8
  %143 = getelementptr inbounds nuw i8, ptr %0, i64 448
  %144 = load i64, ptr %143, align 8
  %145 = getelementptr inbounds nuw i8, ptr %140, i64 64
  store i64 %144, ptr %145, align 8
  %146 = getelementptr inbounds nuw i8, ptr %140, i64 16
  store i64 -1, ptr %146, align 8
  %147 = getelementptr inbounds nuw i8, ptr %140, i64 88
  store i64 %2, ptr %147, align 8
  %148 = getelementptr inbounds nuw i8, ptr %140, i64 96
  store i64 %3, ptr %148, align 8
  %149 = getelementptr inbounds nuw i8, ptr %0, i64 488
  store i64 1, ptr %149, align 8
  br label %150

150:
  %151 = phi i1 [ false, %46 ], [ true, %125 ], [ false, %116 ], [ false, %103 ]
  ret i1 %151
}

define range(i64 1, 13) i64 @pursue(ptr noundef %0) local_unnamed_addr #2 {
  %2 = alloca %struct.entry, align 8
  %3 = alloca i64, align 8
  %4 = alloca i64, align 8
  %5 = alloca %struct.entry, align 8
  %6 = alloca %struct.entry, align 8
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 432
  %8 = load i64, ptr %7, align 8
  %9 = icmp eq i64 %8, 0
  br i1 %9, label %752, label %10

10:
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 424
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 400
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 488
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 192
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 304
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 248
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 264
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 288
  %19 = getelementptr inbounds nuw i8, ptr %0, i64 296
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 240
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 224
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 232
  %23 = getelementptr inbounds nuw i8, ptr %0, i64 208
  %24 = getelementptr inbounds nuw i8, ptr %0, i64 216
  %25 = getelementptr inbounds nuw i8, ptr %0, i64 200
  %26 = getelementptr inbounds nuw i8, ptr %0, i64 480
  %27 = getelementptr inbounds nuw i8, ptr %0, i64 472
  %28 = getelementptr inbounds nuw i8, ptr %0, i64 464
  %29 = getelementptr inbounds nuw i8, ptr %0, i64 384
  %30 = getelementptr inbounds nuw i8, ptr %0, i64 416
  %31 = getelementptr inbounds nuw i8, ptr %0, i64 504
  %32 = getelementptr inbounds nuw i8, ptr %0, i64 392
  %33 = getelementptr inbounds nuw i8, ptr %0, i64 312
  %34 = getelementptr inbounds nuw i8, ptr %0, i64 320
  %35 = getelementptr inbounds nuw i8, ptr %6, i64 8
  %36 = getelementptr inbounds nuw i8, ptr %6, i64 16
  %37 = getelementptr inbounds nuw i8, ptr %0, i64 448
  %38 = getelementptr inbounds nuw i8, ptr %0, i64 272
  %39 = getelementptr inbounds nuw i8, ptr %0, i64 280
  %40 = getelementptr inbounds nuw i8, ptr %0, i64 440
  %41 = getelementptr inbounds nuw i8, ptr %5, i64 8
  %42 = getelementptr inbounds nuw i8, ptr %5, i64 16
  %43 = getelementptr inbounds nuw i8, ptr %5, i64 24
  %44 = getelementptr inbounds nuw i8, ptr %5, i64 32
  %45 = getelementptr inbounds nuw i8, ptr %0, i64 360
  %46 = getelementptr inbounds nuw i8, ptr %0, i64 352
  %47 = getelementptr inbounds nuw i8, ptr %6, i64 24
  %48 = getelementptr inbounds nuw i8, ptr %0, i64 344
  %49 = getelementptr inbounds nuw i8, ptr %0, i64 512
  %50 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %51 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %52 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %53 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %54 = getelementptr inbounds nuw i8, ptr %0, i64 456
  %55 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %56 = getelementptr inbounds nuw i8, ptr %2, i64 16
  %57 = getelementptr inbounds nuw i8, ptr %2, i64 24
  %58 = getelementptr inbounds nuw i8, ptr %2, i64 32
  br label %59

59:
  %60 = phi i64 [ %8, %10 ], [ %750, %749 ]
  %61 = load ptr, ptr %11, align 8
  %62 = getelementptr inbounds nuw %struct.frame, ptr %61, i64 %60
  %63 = getelementptr inbounds i8, ptr %62, i64 -104
  call void @llvm.lifetime.start.p0(i64 40, ptr nonnull %6) #9
  %64 = load ptr, ptr %12, align 8
  %65 = load i64, ptr %63, align 8
  %66 = getelementptr inbounds nuw %struct.entry, ptr %64, i64 %65
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(40) %6, ptr noundef nonnull align 8 dereferenceable(40) %66, i64 40, i1 false)
  %67 = load i64, ptr %13, align 8
  %68 = icmp eq i64 %67, 0
  br i1 %68, label %69, label %71

69:
  %70 = load i64, ptr %30, align 8
  br label %228

71:
  %72 = load ptr, ptr %14, align 8
  %73 = load i64, ptr %6, align 8
  %74 = mul i64 %73, 24
  %75 = getelementptr inbounds nuw i8, ptr %72, i64 %74
  %76 = load i64, ptr %75, align 8
  %77 = icmp eq i64 %76, 0
  br i1 %77, label %78, label %196

78:
  %79 = load i64, ptr %15, align 8
  %80 = icmp eq i64 %79, 0
  br i1 %80, label %84, label %81

81:
  store i64 %73, ptr %49, align 8
  %82 = getelementptr inbounds nuw i8, ptr %0, i64 520
  store i64 0, ptr %82, align 8
  %83 = getelementptr inbounds nuw i8, ptr %0, i64 528
  store i64 0, ptr %83, align 8
  br label %745

84:
  %85 = load ptr, ptr %16, align 8
  %86 = load i64, ptr %17, align 8
  %87 = mul i64 %86, %73
  %88 = getelementptr inbounds nuw i64, ptr %85, i64 %87
  %89 = load i64, ptr %18, align 8
  %90 = add i64 %89, %86
  %91 = load i64, ptr %19, align 8
  %92 = icmp ugt i64 %90, %91
  br i1 %92, label %193, label %93

93:
  %94 = icmp eq i64 %86, 0
  br i1 %94, label %182, label %97

95:
  %96 = icmp ult i64 %89, %172
  br i1 %96, label %175, label %182

97:
  %98 = phi i64 [ %171, %170 ], [ %86, %93 ]
  %99 = phi i64 [ %172, %170 ], [ %89, %93 ]
  %100 = phi i64 [ %112, %170 ], [ -1, %93 ]
  %101 = phi i64 [ %173, %170 ], [ 0, %93 ]
  %102 = load ptr, ptr %20, align 8
  %103 = load ptr, ptr %21, align 8
  %104 = getelementptr inbounds nuw i64, ptr %103, i64 %101
  %105 = load i64, ptr %104, align 8
  %106 = getelementptr inbounds nuw i64, ptr %88, i64 %101
  %107 = load i64, ptr %106, align 8
  %108 = getelementptr i64, ptr %102, i64 %105
  %109 = getelementptr i64, ptr %108, i64 %101
  %110 = getelementptr i64, ptr %109, i64 %107
  %111 = load i64, ptr %110, align 8
  %112 = tail call i64 @llvm.umin.i64(i64 %111, i64 %100)
  %113 = add i64 %107, %105
  %114 = getelementptr i8, ptr %104, i64 8
  %115 = load i64, ptr %114, align 8
  %116 = icmp ult i64 %113, %115
  br i1 %116, label %117, label %170

117:
  %118 = load ptr, ptr %22, align 8
  %119 = getelementptr inbounds nuw i64, ptr %118, i64 %113
  %120 = load i64, ptr %119, align 8
  %121 = icmp eq i64 %120, -1
  br i1 %121, label %170, label %122

122:
  %123 = load ptr, ptr %23, align 8
  %124 = mul i64 %120, 48
  %125 = getelementptr inbounds nuw i8, ptr %123, i64 %124
  %126 = getelementptr inbounds nuw i8, ptr %125, i64 24
  %127 = load i64, ptr %126, align 8
  %128 = getelementptr inbounds nuw i8, ptr %125, i64 32
  %129 = load i64, ptr %128, align 8
  %130 = icmp ult i64 %127, %129
  br i1 %130, label %131, label %147

131:
  %132 = load ptr, ptr %24, align 8
  br label %136

133:
  %134 = add i64 %137, 1
  %135 = icmp eq i64 %134, %129
  br i1 %135, label %147, label %136

136:
  %137 = phi i64 [ %127, %131 ], [ %134, %133 ]
  %138 = shl i64 %137, 1
  %139 = getelementptr inbounds nuw i64, ptr %132, i64 %138
  %140 = load i64, ptr %139, align 8
  %141 = getelementptr inbounds nuw i64, ptr %88, i64 %140
  %142 = load i64, ptr %141, align 8
  %143 = or disjoint i64 %138, 1
  %144 = getelementptr inbounds nuw i64, ptr %132, i64 %143
  %145 = load i64, ptr %144, align 8
  %146 = icmp ult i64 %142, %145
  br i1 %146, label %170, label %133

147:
  %148 = icmp ugt i64 %99, %89
  br i1 %148, label %149, label %162

149:
  %150 = phi i64 [ %160, %157 ], [ %99, %147 ]
  %151 = load ptr, ptr %25, align 8
  %152 = shl i64 %150, 1
  %153 = getelementptr i64, ptr %151, i64 %152
  %154 = getelementptr i8, ptr %153, i64 -8
  %155 = load i64, ptr %154, align 8
  %156 = icmp ugt i64 %155, %120
  br i1 %156, label %157, label %162

157:
  %158 = or disjoint i64 %152, 1
  %159 = getelementptr inbounds nuw i64, ptr %151, i64 %158
  store i64 %155, ptr %159, align 8
  %160 = add i64 %150, -1
  %161 = icmp ugt i64 %160, %89
  br i1 %161, label %149, label %162

162:
  %163 = phi i64 [ %99, %147 ], [ %89, %157 ], [ %150, %149 ]
  %164 = load ptr, ptr %25, align 8
  %165 = shl i64 %163, 1
  %166 = or disjoint i64 %165, 1
  %167 = getelementptr inbounds nuw i64, ptr %164, i64 %166
  store i64 %120, ptr %167, align 8
  %168 = add i64 %99, 1
  %169 = load i64, ptr %17, align 8
  br label %170

170:
  %171 = phi i64 [ %169, %162 ], [ %98, %117 ], [ %98, %97 ], [ %98, %136 ]
  %172 = phi i64 [ %168, %162 ], [ %99, %117 ], [ %99, %97 ], [ %99, %136 ]
  %173 = add nuw i64 %101, 1
  %174 = icmp ult i64 %173, %171
  br i1 %174, label %97, label %95

175:
  %176 = phi i64 [ %180, %175 ], [ %89, %95 ]
  %177 = load ptr, ptr %25, align 8
  %178 = shl i64 %176, 4
  %179 = getelementptr inbounds nuw i8, ptr %177, i64 %178
  store i64 0, ptr %179, align 8
  %180 = add nuw i64 %176, 1
  %181 = icmp eq i64 %180, %172
  br i1 %181, label %182, label %175

182:
  %183 = phi i64 [ %172, %95 ], [ %89, %93 ], [ %172, %175 ]
  %184 = phi i64 [ %112, %95 ], [ -1, %93 ], [ %112, %175 ]
  %185 = freeze i64 %184
  store i64 %183, ptr %18, align 8
  %186 = load ptr, ptr %14, align 8
  %187 = getelementptr inbounds nuw i8, ptr %186, i64 %74
  %188 = add i64 %89, 1
  store i64 %188, ptr %187, align 8
  %189 = getelementptr inbounds nuw i8, ptr %187, i64 8
  store i64 %183, ptr %189, align 8
  %190 = icmp eq i64 %185, -1
  %191 = select i1 %190, i64 0, i64 %185
  %192 = getelementptr inbounds nuw i8, ptr %187, i64 16
  store i64 %191, ptr %192, align 8
  br label %196

193:
  store i64 0, ptr %49, align 8
  %194 = getelementptr inbounds nuw i8, ptr %0, i64 520
  store i64 0, ptr %194, align 8
  %195 = getelementptr inbounds nuw i8, ptr %0, i64 528
  store i64 0, ptr %195, align 8
  br label %745

196:
  store i64 0, ptr %13, align 8
  %197 = getelementptr inbounds nuw i8, ptr %75, i64 16
  %198 = load i64, ptr %197, align 8
  %199 = add i64 %198, 1
  %200 = load i64, ptr %26, align 8
  %201 = icmp ugt i64 %199, %200
  br i1 %201, label %202, label %205

202:
  store i64 %199, ptr %26, align 8
  store i64 0, ptr %27, align 8
  %203 = load i64, ptr %197, align 8
  %204 = add i64 %203, 1
  br label %205

205:
  %206 = phi i64 [ %204, %202 ], [ %199, %196 ]
  %207 = phi i64 [ %199, %202 ], [ %200, %196 ]
  %208 = phi i64 [ %203, %202 ], [ %198, %196 ]
  %209 = icmp eq i64 %206, %207
  br i1 %209, label %210, label %217

210:
  %211 = load i64, ptr %63, align 8
  %212 = load ptr, ptr %28, align 8
  %213 = load i64, ptr %27, align 8
  %214 = add i64 %213, 1
  store i64 %214, ptr %27, align 8
  %215 = getelementptr inbounds nuw i64, ptr %212, i64 %213
  store i64 %211, ptr %215, align 8
  %216 = load i64, ptr %197, align 8
  br label %217

217:
  %218 = phi i64 [ %216, %210 ], [ %208, %205 ]
  %219 = load i64, ptr %29, align 8
  %220 = icmp eq i64 %218, %219
  br i1 %220, label %745, label %221

221:
  %222 = load i64, ptr %30, align 8
  %223 = and i64 %222, 255
  %224 = icmp eq i64 %223, 0
  br i1 %224, label %745, label %225

225:
  %226 = load i64, ptr %31, align 8
  %227 = icmp eq i64 %222, %226
  br i1 %227, label %745, label %228

228:
  %229 = phi i64 [ %70, %69 ], [ %222, %225 ]
  %230 = load i64, ptr %32, align 8
  %231 = icmp eq i64 %229, %230
  br i1 %231, label %232, label %235

232:
  store i64 0, ptr %49, align 8
  %233 = getelementptr inbounds nuw i8, ptr %0, i64 520
  store i64 0, ptr %233, align 8
  %234 = getelementptr inbounds nuw i8, ptr %0, i64 528
  store i64 0, ptr %234, align 8
  br label %745

235:
  %236 = getelementptr inbounds i8, ptr %62, i64 -88
  %237 = load i64, ptr %236, align 8
  %238 = icmp eq i64 %237, -1
  br i1 %238, label %239, label %246

239:
  %240 = load ptr, ptr %14, align 8
  %241 = load i64, ptr %6, align 8
  %242 = mul i64 %241, 24
  %243 = getelementptr inbounds nuw i8, ptr %240, i64 %242
  %244 = load i64, ptr %243, align 8
  %245 = add i64 %244, -1
  store i64 %245, ptr %236, align 8
  br label %246

246:
  %247 = phi i64 [ %245, %239 ], [ %237, %235 ]
  %248 = getelementptr inbounds i8, ptr %62, i64 -96
  %249 = load i64, ptr %248, align 8
  %250 = icmp eq i64 %249, 0
  br i1 %250, label %251, label %348

251:
  %252 = load i64, ptr %33, align 8
  %253 = icmp eq i64 %252, 0
  br i1 %253, label %254, label %257

254:
  store i64 1, ptr %248, align 8
  %255 = load i64, ptr %6, align 8
  %256 = mul i64 %255, 24
  br label %337

257:
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %4) #9
  %258 = load ptr, ptr %14, align 8
  %259 = load i64, ptr %6, align 8
  %260 = mul i64 %259, 24
  %261 = getelementptr i8, ptr %258, i64 %260
  %262 = getelementptr i8, ptr %261, i64 8
  %263 = load i64, ptr %262, align 8
  %264 = icmp ult i64 %247, %263
  br i1 %264, label %265, label %332

265:
  %266 = getelementptr inbounds i8, ptr %62, i64 -72
  %267 = getelementptr inbounds i8, ptr %62, i64 -64
  %268 = getelementptr inbounds i8, ptr %62, i64 -40
  %269 = getelementptr inbounds i8, ptr %62, i64 -56
  %270 = getelementptr inbounds i8, ptr %62, i64 -48
  %271 = load i64, ptr %35, align 8
  %272 = load i64, ptr %36, align 8
  br label %273

273:
  %274 = phi i64 [ %247, %265 ], [ %324, %322 ]
  %275 = load ptr, ptr %25, align 8
  %276 = shl i64 %274, 1
  %277 = or disjoint i64 %276, 1
  %278 = getelementptr inbounds nuw i64, ptr %275, i64 %277
  %279 = load i64, ptr %278, align 8
  %280 = load ptr, ptr %23, align 8
  %281 = mul i64 %279, 48
  %282 = getelementptr inbounds nuw i8, ptr %280, i64 %281
  %283 = getelementptr inbounds nuw i8, ptr %282, i64 16
  %284 = load i64, ptr %283, align 8
  %285 = and i64 %284, 2
  %286 = icmp eq i64 %285, 0
  br i1 %286, label %287, label %322

287:
  %288 = call fastcc i64 @first_bound(ptr noundef nonnull %0, i64 noundef %274, ptr noundef nonnull readonly %6, ptr noundef nonnull %4)
  %289 = icmp eq i64 %288, 0
  br i1 %289, label %290, label %330

290:
  %291 = load i64, ptr %4, align 8
  %292 = icmp eq i64 %291, -1
  br i1 %292, label %322, label %293

293:
  %294 = load ptr, ptr %34, align 8
  %295 = mul i64 %291, 48
  %296 = getelementptr inbounds nuw i8, ptr %294, i64 %295
  %297 = load i64, ptr %296, align 8
  %298 = icmp eq i64 %297, %271
  br i1 %298, label %299, label %322

299:
  %300 = getelementptr inbounds nuw i8, ptr %296, i64 32
  %301 = load i64, ptr %300, align 8
  %302 = icmp eq i64 %301, 0
  br i1 %302, label %322, label %303

303:
  %304 = getelementptr inbounds nuw i8, ptr %296, i64 8
  %305 = load i64, ptr %304, align 8
  %306 = getelementptr inbounds nuw i8, ptr %296, i64 16
  store i64 %305, ptr %266, align 8
  %307 = load i64, ptr %306, align 8
  %308 = icmp ult i64 %305, %307
  br i1 %308, label %309, label %322

309:
  %310 = tail call fastcc i64 @follow_way(ptr noundef nonnull %0, ptr noundef nonnull %63, i64 noundef %272)
  %311 = icmp eq i64 %310, 0
  br i1 %311, label %312, label %330

312:
  store i64 0, ptr %267, align 8
  %313 = load i64, ptr %268, align 8
  store i64 %313, ptr %37, align 8
  %314 = load i64, ptr %269, align 8
  %315 = load i64, ptr %270, align 8
  %316 = icmp ult i64 %314, %315
  br i1 %316, label %333, label %317

317:
  %318 = load i64, ptr %266, align 8
  %319 = add i64 %318, 1
  store i64 %319, ptr %266, align 8
  %320 = load i64, ptr %306, align 8
  %321 = icmp ult i64 %319, %320
  br i1 %321, label %309, label %322

322:
  %323 = load i64, ptr %236, align 8
  %324 = add i64 %323, 1
  store i64 %324, ptr %236, align 8
  %325 = load ptr, ptr %14, align 8
  %326 = getelementptr i8, ptr %325, i64 %260
  %327 = getelementptr i8, ptr %326, i64 8
  %328 = load i64, ptr %327, align 8
  %329 = icmp ult i64 %324, %328
  br i1 %329, label %273, label %332

330:
  %331 = phi i64 [ %310, %309 ], [ %288, %287 ]
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %4) #9
  br label %745

332:
  store i64 1, ptr %248, align 8
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %4) #9
  br label %337

333:
  %334 = load i64, ptr %236, align 8
  %335 = add i64 %334, 2
  store i64 %335, ptr %248, align 8
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %4) #9
  %336 = icmp ult i64 %334, -2
  br i1 %336, label %344, label %337

337:
  %338 = phi i64 [ %260, %333 ], [ %260, %332 ], [ %256, %254 ]
  %339 = phi i64 [ %335, %333 ], [ 1, %332 ], [ 1, %254 ]
  %340 = load ptr, ptr %14, align 8
  %341 = getelementptr inbounds nuw i8, ptr %340, i64 %338
  %342 = load i64, ptr %341, align 8
  %343 = add i64 %342, -1
  br label %344

344:
  %345 = phi i64 [ %339, %337 ], [ %335, %333 ]
  %346 = phi i64 [ %343, %337 ], [ %334, %333 ]
  store i64 %346, ptr %236, align 8
  %347 = getelementptr inbounds i8, ptr %62, i64 -80
  store i64 0, ptr %347, align 8
  br label %348

348:
  %349 = phi i64 [ %346, %344 ], [ %247, %246 ]
  %350 = phi i64 [ %345, %344 ], [ %249, %246 ]
  %351 = icmp ugt i64 %350, 1
  br i1 %351, label %352, label %354

352:
  %353 = add i64 %350, -1
  br label %361

354:
  %355 = load ptr, ptr %14, align 8
  %356 = load i64, ptr %6, align 8
  %357 = mul i64 %356, 24
  %358 = getelementptr i8, ptr %355, i64 %357
  %359 = getelementptr i8, ptr %358, i64 8
  %360 = load i64, ptr %359, align 8
  br label %361

361:
  %362 = phi i64 [ %353, %352 ], [ %360, %354 ]
  %363 = icmp ult i64 %349, %362
  br i1 %363, label %364, label %621

364:
  %365 = getelementptr inbounds i8, ptr %62, i64 -80
  %366 = getelementptr inbounds i8, ptr %62, i64 -72
  %367 = getelementptr inbounds i8, ptr %62, i64 -64
  %368 = getelementptr inbounds i8, ptr %62, i64 -56
  %369 = getelementptr inbounds i8, ptr %62, i64 -48
  %370 = getelementptr inbounds i8, ptr %62, i64 -40
  %371 = load i64, ptr %35, align 8
  %372 = load i64, ptr %6, align 8
  %373 = mul i64 %372, 24
  %374 = load i64, ptr %36, align 8
  br label %375

375:
  %376 = phi i64 [ %349, %364 ], [ %617, %614 ]
  %377 = phi i64 [ undef, %364 ], [ %615, %614 ]
  %378 = load i64, ptr %33, align 8
  %379 = icmp eq i64 %378, 0
  br i1 %379, label %393, label %380

380:
  %381 = load ptr, ptr %25, align 8
  %382 = shl i64 %376, 1
  %383 = or disjoint i64 %382, 1
  %384 = getelementptr inbounds nuw i64, ptr %381, i64 %383
  %385 = load i64, ptr %384, align 8
  %386 = load ptr, ptr %23, align 8
  %387 = mul i64 %385, 48
  %388 = getelementptr inbounds nuw i8, ptr %386, i64 %387
  %389 = getelementptr inbounds nuw i8, ptr %388, i64 16
  %390 = load i64, ptr %389, align 8
  %391 = and i64 %390, 4
  %392 = icmp ne i64 %391, 0
  br label %393

393:
  %394 = phi i1 [ false, %375 ], [ %392, %380 ]
  %395 = load i64, ptr %365, align 8
  %396 = icmp eq i64 %395, 0
  br i1 %396, label %397, label %472

397:
  %398 = call fastcc i64 @first_bound(ptr noundef nonnull %0, i64 noundef %376, ptr noundef nonnull readonly %6, ptr noundef nonnull %365)
  %399 = icmp eq i64 %398, 0
  br i1 %399, label %400, label %745

400:
  %401 = load i64, ptr %365, align 8
  %402 = icmp ne i64 %401, -1
  %403 = select i1 %402, i1 %394, i1 false
  br i1 %403, label %404, label %460

404:
  %405 = load ptr, ptr %34, align 8
  %406 = mul i64 %401, 48
  %407 = getelementptr inbounds nuw i8, ptr %405, i64 %406
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %3) #9
  %408 = load i64, ptr %407, align 8
  %409 = icmp eq i64 %408, %371
  br i1 %409, label %410, label %457

410:
  %411 = load ptr, ptr %14, align 8
  %412 = getelementptr inbounds nuw i8, ptr %411, i64 %373
  %413 = load i64, ptr %412, align 8
  %414 = add i64 %413, -1
  %415 = load i64, ptr %236, align 8
  %416 = icmp ult i64 %414, %415
  br i1 %416, label %417, label %457

417:
  %418 = getelementptr inbounds nuw i8, ptr %407, i64 40
  br label %419

419:
  %420 = phi i64 [ %414, %417 ], [ %452, %451 ]
  %421 = load ptr, ptr %25, align 8
  %422 = shl i64 %420, 1
  %423 = or disjoint i64 %422, 1
  %424 = getelementptr inbounds nuw i64, ptr %421, i64 %423
  %425 = load i64, ptr %424, align 8
  %426 = load ptr, ptr %23, align 8
  %427 = mul i64 %425, 48
  %428 = getelementptr inbounds nuw i8, ptr %426, i64 %427
  %429 = getelementptr inbounds nuw i8, ptr %428, i64 16
  %430 = load i64, ptr %429, align 8
  %431 = and i64 %430, 4
  %432 = icmp eq i64 %431, 0
  br i1 %432, label %451, label %433

433:
  %434 = call fastcc i64 @first_bound(ptr noundef nonnull %0, i64 noundef %420, ptr noundef nonnull readonly %6, ptr noundef nonnull %3)
  %435 = icmp eq i64 %434, 0
  %436 = load i64, ptr %3, align 8
  %437 = icmp ne i64 %436, -1
  %438 = select i1 %435, i1 %437, i1 false
  br i1 %438, label %439, label %451

439:
  %440 = load ptr, ptr %34, align 8
  %441 = mul i64 %436, 48
  %442 = getelementptr inbounds nuw i8, ptr %440, i64 %441
  %443 = load i64, ptr %442, align 8
  %444 = load i64, ptr %407, align 8
  %445 = icmp eq i64 %443, %444
  br i1 %445, label %446, label %451

446:
  %447 = getelementptr inbounds nuw i8, ptr %442, i64 40
  %448 = load i64, ptr %447, align 8
  %449 = load i64, ptr %418, align 8
  %450 = icmp eq i64 %448, %449
  br i1 %450, label %459, label %451

451:
  %452 = add nuw i64 %420, 1
  %453 = load i64, ptr %236, align 8
  %454 = icmp ult i64 %452, %453
  br i1 %454, label %419, label %455

455:
  %456 = load i64, ptr %365, align 8
  br label %457

457:
  %458 = phi i64 [ %456, %455 ], [ %401, %404 ], [ %401, %410 ]
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %3) #9
  br label %460

459:
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %3) #9
  store i64 -1, ptr %365, align 8
  br label %469

460:
  %461 = phi i64 [ %458, %457 ], [ %401, %400 ]
  %462 = icmp eq i64 %461, -1
  br i1 %462, label %469, label %463

463:
  %464 = load ptr, ptr %34, align 8
  %465 = mul i64 %461, 6
  %466 = or disjoint i64 %465, 1
  %467 = getelementptr inbounds nuw i64, ptr %464, i64 %466
  %468 = load i64, ptr %467, align 8
  br label %469

469:
  %470 = phi i64 [ %461, %463 ], [ -1, %460 ], [ -1, %459 ]
  %471 = phi i64 [ %468, %463 ], [ 0, %460 ], [ 0, %459 ]
  store i64 %471, ptr %366, align 8
  br label %472

472:
  %473 = phi i64 [ %470, %469 ], [ %395, %393 ]
  %474 = icmp eq i64 %473, -1
  br i1 %474, label %614, label %475

475:
  %476 = load i64, ptr %366, align 8
  br label %477

477:
  %478 = phi i64 [ %612, %607 ], [ %476, %475 ]
  %479 = phi i64 [ %598, %607 ], [ %473, %475 ]
  %480 = phi i64 [ %596, %607 ], [ %377, %475 ]
  %481 = load ptr, ptr %34, align 8
  %482 = mul i64 %479, 48
  %483 = getelementptr inbounds nuw i8, ptr %481, i64 %482
  %484 = getelementptr inbounds nuw i8, ptr %483, i64 16
  %485 = load i64, ptr %484, align 8
  %486 = icmp ult i64 %478, %485
  br i1 %486, label %487, label %595

487:
  %488 = load i64, ptr %367, align 8
  %489 = icmp eq i64 %488, 0
  br label %490

490:
  %491 = phi i1 [ true, %589 ], [ %489, %487 ]
  %492 = phi i64 [ %562, %589 ], [ %480, %487 ]
  br i1 %491, label %493, label %496

493:
  %494 = tail call fastcc i64 @follow_way(ptr noundef nonnull %0, ptr noundef nonnull %63, i64 noundef %374)
  %495 = icmp eq i64 %494, 0
  br i1 %495, label %496, label %745

496:
  %497 = load i64, ptr %368, align 8
  %498 = load i64, ptr %369, align 8
  %499 = icmp ult i64 %497, %498
  br i1 %499, label %500, label %559

500:
  %501 = load i64, ptr %236, align 8
  %502 = load ptr, ptr %25, align 8
  %503 = shl i64 %501, 4
  %504 = getelementptr inbounds nuw i8, ptr %502, i64 %503
  %505 = load i64, ptr %504, align 8
  %506 = icmp eq i64 %505, 0
  br i1 %506, label %507, label %554

507:
  %508 = load i64, ptr %15, align 8
  %509 = icmp eq i64 %508, 0
  br i1 %509, label %513, label %510

510:
  store i64 %501, ptr %49, align 8
  %511 = getelementptr inbounds nuw i8, ptr %0, i64 520
  store i64 0, ptr %511, align 8
  %512 = getelementptr inbounds nuw i8, ptr %0, i64 528
  store i64 0, ptr %512, align 8
  br label %745

513:
  %514 = getelementptr inbounds nuw i8, ptr %504, i64 8
  %515 = load i64, ptr %514, align 8
  %516 = load i64, ptr %38, align 8
  %517 = load i64, ptr %39, align 8
  %518 = icmp eq i64 %516, %517
  br i1 %518, label %547, label %519

519:
  %520 = load ptr, ptr %16, align 8
  %521 = load i64, ptr %17, align 8
  %522 = mul i64 %521, %516
  %523 = getelementptr inbounds nuw i64, ptr %520, i64 %522
  %524 = icmp eq i64 %521, 0
  br i1 %524, label %537, label %525

525:
  %526 = phi i64 [ %535, %525 ], [ %521, %519 ]
  %527 = phi i64 [ %534, %525 ], [ 0, %519 ]
  %528 = load ptr, ptr %16, align 8
  %529 = mul i64 %526, %372
  %530 = getelementptr i64, ptr %528, i64 %529
  %531 = getelementptr i64, ptr %530, i64 %527
  %532 = load i64, ptr %531, align 8
  %533 = getelementptr inbounds nuw i64, ptr %523, i64 %527
  store i64 %532, ptr %533, align 8
  %534 = add nuw i64 %527, 1
  %535 = load i64, ptr %17, align 8
  %536 = icmp ult i64 %534, %535
  br i1 %536, label %525, label %537

537:
  %538 = load ptr, ptr %23, align 8
  %539 = mul i64 %515, 48
  %540 = getelementptr inbounds nuw i8, ptr %538, i64 %539
  %541 = load i64, ptr %540, align 8
  %542 = getelementptr inbounds nuw i64, ptr %523, i64 %541
  %543 = load i64, ptr %542, align 8
  %544 = add i64 %543, 1
  store i64 %544, ptr %542, align 8
  %545 = tail call fastcc i64 @place(ptr noundef nonnull %0)
  %546 = icmp eq i64 %545, -1
  br i1 %546, label %547, label %550

547:
  store i64 0, ptr %49, align 8
  %548 = getelementptr inbounds nuw i8, ptr %0, i64 520
  store i64 0, ptr %548, align 8
  %549 = getelementptr inbounds nuw i8, ptr %0, i64 528
  store i64 0, ptr %549, align 8
  br label %745

550:
  %551 = add nuw i64 %545, 1
  store i64 %551, ptr %504, align 8
  %552 = load i64, ptr %368, align 8
  %553 = load i64, ptr %369, align 8
  br label %554

554:
  %555 = phi i64 [ %553, %550 ], [ %498, %500 ]
  %556 = phi i64 [ %552, %550 ], [ %497, %500 ]
  %557 = phi i64 [ %551, %550 ], [ %505, %500 ]
  %558 = add i64 %557, -1
  br label %559

559:
  %560 = phi i64 [ %555, %554 ], [ %498, %496 ]
  %561 = phi i64 [ %556, %554 ], [ %497, %496 ]
  %562 = phi i64 [ %558, %554 ], [ %492, %496 ]
  %563 = icmp ult i64 %561, %560
  br i1 %563, label %564, label %589

564:
  %565 = phi i64 [ %586, %585 ], [ %560, %559 ]
  %566 = phi i64 [ %587, %585 ], [ %561, %559 ]
  %567 = add nuw i64 %566, 1
  store i64 %567, ptr %368, align 8
  %568 = load ptr, ptr %40, align 8
  %569 = getelementptr inbounds nuw %struct.result, ptr %568, i64 %566
  %570 = load i64, ptr %569, align 8
  br i1 %394, label %573, label %571

571:
  %572 = load i64, ptr %483, align 8
  br label %578

573:
  %574 = icmp eq i64 %570, %374
  %575 = load i64, ptr %483, align 8
  %576 = icmp eq i64 %575, %371
  %577 = select i1 %574, i1 %576, i1 false
  br i1 %577, label %585, label %578

578:
  %579 = phi i64 [ %572, %571 ], [ %575, %573 ]
  call void @llvm.lifetime.start.p0(i64 40, ptr nonnull %5) #9
  store i64 %562, ptr %5, align 8
  store i64 %579, ptr %41, align 8
  store i64 %570, ptr %42, align 8
  store i64 0, ptr %43, align 8
  store i64 0, ptr %44, align 8
  %580 = load i64, ptr %236, align 8
  %581 = tail call fastcc zeroext i1 @enter(ptr noundef nonnull %0, ptr noundef nonnull byval(%struct.entry) align 8 %5, i64 noundef %580, i64 noundef %566)
  call void @llvm.lifetime.end.p0(i64 40, ptr nonnull %5) #9
  br i1 %581, label %747, label %582

582:
  %583 = load i64, ptr %368, align 8
  %584 = load i64, ptr %369, align 8
  br label %585

585:
  %586 = phi i64 [ %584, %582 ], [ %565, %573 ]
  %587 = phi i64 [ %583, %582 ], [ %567, %573 ]
  %588 = icmp ult i64 %587, %586
  br i1 %588, label %564, label %589

589:
  %590 = load i64, ptr %370, align 8
  store i64 %590, ptr %37, align 8
  %591 = load i64, ptr %366, align 8
  %592 = add i64 %591, 1
  store i64 %592, ptr %366, align 8
  store i64 0, ptr %367, align 8
  %593 = load i64, ptr %484, align 8
  %594 = icmp ult i64 %592, %593
  br i1 %594, label %490, label %595

595:
  %596 = phi i64 [ %480, %477 ], [ %562, %589 ]
  %597 = getelementptr inbounds nuw i8, ptr %483, i64 24
  %598 = load i64, ptr %597, align 8
  %599 = icmp eq i64 %598, 0
  br i1 %599, label %600, label %605

600:
  %601 = load i64, ptr %236, align 8
  %602 = load i64, ptr %365, align 8
  store i64 %601, ptr %49, align 8
  %603 = getelementptr inbounds nuw i8, ptr %0, i64 520
  store i64 %371, ptr %603, align 8
  %604 = getelementptr inbounds nuw i8, ptr %0, i64 528
  store i64 %602, ptr %604, align 8
  br label %745

605:
  store i64 %598, ptr %365, align 8
  %606 = icmp eq i64 %598, -1
  br i1 %606, label %613, label %607

607:
  %608 = load ptr, ptr %34, align 8
  %609 = mul i64 %598, 6
  %610 = or disjoint i64 %609, 1
  %611 = getelementptr inbounds nuw i64, ptr %608, i64 %610
  %612 = load i64, ptr %611, align 8
  store i64 %612, ptr %366, align 8
  br label %477

613:
  store i64 0, ptr %366, align 8
  br label %614

614:
  %615 = phi i64 [ %377, %472 ], [ %596, %613 ]
  %616 = load i64, ptr %236, align 8
  %617 = add i64 %616, 1
  store i64 %617, ptr %236, align 8
  store i64 0, ptr %365, align 8
  %618 = icmp ult i64 %617, %362
  br i1 %618, label %375, label %619

619:
  %620 = load i64, ptr %248, align 8
  br label %621

621:
  %622 = phi i64 [ %620, %619 ], [ %350, %361 ]
  %623 = icmp ult i64 %622, 2
  br i1 %623, label %624, label %740

624:
  %625 = getelementptr inbounds i8, ptr %62, i64 -32
  %626 = load i64, ptr %625, align 8
  %627 = load i64, ptr %45, align 8
  %628 = icmp ult i64 %626, %627
  br i1 %628, label %629, label %740

629:
  %630 = getelementptr inbounds i8, ptr %62, i64 -24
  %631 = getelementptr inbounds i8, ptr %62, i64 -40
  %632 = load i64, ptr %47, align 8
  %633 = load i64, ptr %36, align 8
  %634 = load i64, ptr %6, align 8
  %635 = load i64, ptr %35, align 8
  br label %636

636:
  %637 = phi i64 [ %626, %629 ], [ %737, %735 ]
  %638 = load ptr, ptr %46, align 8
  %639 = mul i64 %637, 40
  %640 = getelementptr inbounds nuw i8, ptr %638, i64 %639
  %641 = shl i64 %637, 3
  %642 = lshr i64 %632, %641
  %643 = and i64 %642, 255
  %644 = getelementptr inbounds nuw i8, ptr %640, i64 16
  %645 = load i64, ptr %644, align 8
  %646 = icmp eq i64 %643, %645
  br i1 %646, label %735, label %647

647:
  %648 = getelementptr inbounds nuw i8, ptr %640, i64 8
  %649 = load i64, ptr %640, align 8
  %650 = load i64, ptr %630, align 8
  %651 = add i64 %650, %649
  %652 = load i64, ptr %648, align 8
  %653 = icmp ult i64 %651, %652
  br i1 %653, label %654, label %735

654:
  %655 = getelementptr inbounds nuw i8, ptr %640, i64 24
  %656 = getelementptr inbounds nuw i8, ptr %640, i64 32
  br label %657

657:
  %658 = phi i64 [ %651, %654 ], [ %730, %727 ]
  %659 = load ptr, ptr %48, align 8
  %660 = getelementptr inbounds nuw i64, ptr %659, i64 %658
  %661 = load i64, ptr %660, align 8
  %662 = tail call i64 @follow(ptr noundef nonnull %0, i64 noundef %633, i64 noundef %661)
  %663 = icmp eq i64 %662, 0
  br i1 %663, label %664, label %745

664:
  %665 = load i64, ptr %49, align 8
  %666 = icmp eq i64 %665, -1
  %667 = icmp eq i64 %665, %633
  %668 = or i1 %666, %667
  br i1 %668, label %703, label %669

669:
  %670 = load i64, ptr %655, align 8
  %671 = load i64, ptr %656, align 8
  %672 = icmp ult i64 %670, %671
  br i1 %672, label %676, label %699

673:
  %674 = add i64 %677, 1
  %675 = icmp eq i64 %674, %671
  br i1 %675, label %699, label %676

676:
  %677 = phi i64 [ %674, %673 ], [ %670, %669 ]
  %678 = load i64, ptr %50, align 8
  %679 = icmp eq i64 %678, %633
  br i1 %679, label %683, label %680

680:
  store i64 %633, ptr %50, align 8
  %681 = load i64, ptr %51, align 8
  %682 = add i64 %681, 1
  store i64 %682, ptr %51, align 8
  br label %683

683:
  %684 = load i64, ptr %52, align 8
  %685 = icmp eq i64 %684, %665
  br i1 %685, label %689, label %686

686:
  store i64 %665, ptr %52, align 8
  %687 = load i64, ptr %53, align 8
  %688 = add i64 %687, 1
  store i64 %688, ptr %53, align 8
  br label %689

689:
  %690 = load ptr, ptr %48, align 8
  %691 = getelementptr inbounds nuw i64, ptr %690, i64 %677
  %692 = load i64, ptr %691, align 8
  %693 = tail call fastcc i64 @value(ptr noundef nonnull %0, i64 noundef 0, i64 noundef %692, i64 noundef 0)
  %694 = load ptr, ptr %48, align 8
  %695 = getelementptr inbounds nuw i64, ptr %694, i64 %677
  %696 = load i64, ptr %695, align 8
  %697 = tail call fastcc i64 @value(ptr noundef nonnull %0, i64 noundef 1, i64 noundef %696, i64 noundef 0)
  %698 = icmp eq i64 %693, %697
  br i1 %698, label %673, label %703

699:
  %700 = load i64, ptr %631, align 8
  store i64 %700, ptr %37, align 8
  %701 = load i64, ptr %54, align 8
  %702 = icmp eq i64 %700, %701
  br i1 %702, label %745, label %707

703:
  %704 = load i64, ptr %631, align 8
  store i64 %704, ptr %37, align 8
  %705 = load i64, ptr %630, align 8
  %706 = add i64 %705, 1
  store i64 %706, ptr %630, align 8
  br label %727

707:
  %708 = load ptr, ptr %40, align 8
  %709 = add i64 %700, 1
  store i64 %709, ptr %37, align 8
  %710 = getelementptr inbounds nuw %struct.result, ptr %708, i64 %700
  store i64 %665, ptr %710, align 8
  %711 = getelementptr inbounds nuw i8, ptr %710, i64 8
  store i64 %661, ptr %711, align 8
  %712 = getelementptr inbounds nuw i8, ptr %710, i64 16
  store i64 -1, ptr %712, align 8
  %713 = load i64, ptr %630, align 8
  %714 = add i64 %713, 1
  store i64 %714, ptr %630, align 8
  call void @llvm.lifetime.start.p0(i64 40, ptr nonnull %2) #9
  store i64 %634, ptr %2, align 8
  store i64 %635, ptr %55, align 8
  store i64 %665, ptr %56, align 8
  store i64 %632, ptr %57, align 8
  store i64 0, ptr %58, align 8
  %715 = load i64, ptr %644, align 8
  %716 = icmp eq i64 %715, -1
  br i1 %716, label %722, label %717

717:
  %718 = load i64, ptr %625, align 8
  %719 = shl i64 %718, 3
  %720 = shl nuw i64 1, %719
  %721 = add i64 %720, %632
  store i64 %721, ptr %57, align 8
  br label %722

722:
  %723 = load i64, ptr %631, align 8
  %724 = tail call fastcc zeroext i1 @enter(ptr noundef nonnull %0, ptr noundef nonnull byval(%struct.entry) align 8 %2, i64 noundef -1, i64 noundef %723)
  call void @llvm.lifetime.end.p0(i64 40, ptr nonnull %2) #9
  br i1 %724, label %747, label %725

725:
  %726 = load i64, ptr %630, align 8
  br label %727

727:
  %728 = phi i64 [ %726, %725 ], [ %706, %703 ]
  %729 = load i64, ptr %640, align 8
  %730 = add i64 %729, %728
  %731 = load i64, ptr %648, align 8
  %732 = icmp ult i64 %730, %731
  br i1 %732, label %657, label %733

733:
  %734 = load i64, ptr %625, align 8
  br label %735

735:
  %736 = phi i64 [ %734, %733 ], [ %637, %647 ], [ %637, %636 ]
  %737 = add i64 %736, 1
  store i64 %737, ptr %625, align 8
  store i64 0, ptr %630, align 8
  %738 = load i64, ptr %45, align 8
  %739 = icmp ult i64 %737, %738
  br i1 %739, label %636, label %740

740:
  %741 = getelementptr inbounds i8, ptr %62, i64 -40
  %742 = load i64, ptr %741, align 8
  store i64 %742, ptr %37, align 8
  %743 = load i64, ptr %7, align 8
  %744 = add i64 %743, -1
  store i64 %744, ptr %7, align 8
  br label %749

745:
  %746 = phi i64 [ 11, %232 ], [ 12, %193 ], [ 4, %81 ], [ 7, %510 ], [ 12, %547 ], [ 6, %600 ], [ %331, %330 ], [ %494, %493 ], [ %662, %657 ], [ 11, %699 ], [ %398, %397 ], [ 3, %225 ], [ 1, %217 ], [ 3, %221 ]
  call void @llvm.lifetime.end.p0(i64 40, ptr nonnull %6) #9
  br label %752

747:
  %748 = load i64, ptr %7, align 8
  br label %749

749:
  %750 = phi i64 [ %748, %747 ], [ %744, %740 ]
  call void @llvm.lifetime.end.p0(i64 40, ptr nonnull %6) #9
  %751 = icmp eq i64 %750, 0
  br i1 %751, label %752, label %59

752:
  %753 = phi i64 [ %746, %745 ], [ 2, %1 ], [ 2, %749 ]
  ret i64 %753
}

declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #3

define internal fastcc i64 @divided(i64 noundef range(i64 0, 256) %0, i64 noundef %1, i64 noundef %2) unnamed_addr #4 {
  %4 = icmp eq i64 %2, 0
  br i1 %4, label %23, label %5

5:
  %6 = icmp eq i64 %2, -1
  %7 = icmp eq i64 %1, -9223372036854775808
  %8 = and i1 %7, %6
  br i1 %8, label %23, label %9

9:
  %10 = srem i64 %1, %2
  %11 = sdiv i64 %1, %2
  %12 = icmp ne i64 %10, 0
  %13 = xor i64 %10, %2
  %14 = icmp slt i64 %13, 0
  %15 = and i1 %12, %14
  %16 = icmp eq i64 %0, 21
  br i1 %16, label %17, label %20

17:
  %18 = select i1 %15, i64 %2, i64 0
  %19 = add nsw i64 %18, %10
  br label %23

20:
  %21 = sext i1 %15 to i64
  %22 = add i64 %11, %21
  br label %23

23:
  %24 = phi i64 [ 0, %5 ], [ 0, %3 ], [ %19, %17 ], [ %22, %20 ]
  ret i64 %24
}

declare void @llvm.memset.p0.i64(ptr nocapture writeonly, i8, i64, i1 immarg) #5

define internal fastcc range(i64 0, 7) i64 @first_bound(ptr nocapture noundef %0, i64 noundef %1, ptr nocapture noundef nonnull readonly %2, ptr nocapture noundef writeonly %3) unnamed_addr #6 {
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 208
  %6 = load ptr, ptr %5, align 8
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 200
  %8 = load ptr, ptr %7, align 8
  %9 = shl i64 %1, 1
  %10 = or disjoint i64 %9, 1
  %11 = getelementptr inbounds nuw i64, ptr %8, i64 %10
  %12 = load i64, ptr %11, align 8
  %13 = mul i64 %12, 48
  %14 = getelementptr i8, ptr %6, i64 %13
  %15 = getelementptr i8, ptr %14, i64 40
  %16 = load i64, ptr %15, align 8
  %17 = icmp eq i64 %16, 0
  br i1 %17, label %104, label %18

18:
  %19 = shl i64 %16, 32
  %20 = add i64 %19, 9223372032559808512
  %21 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %22 = load i64, ptr %21, align 8
  %23 = or i64 %20, %22
  %24 = or i64 %23, -9223372036854775808
  %25 = getelementptr inbounds nuw i8, ptr %0, i64 376
  %26 = load i64, ptr %25, align 8
  %27 = add i64 %26, -1
  %28 = mul i64 %24, -7046029254386353131
  %29 = lshr i64 %28, 32
  %30 = xor i64 %29, %28
  %31 = getelementptr inbounds nuw i8, ptr %0, i64 368
  %32 = load ptr, ptr %31, align 8
  %33 = and i64 %30, %27
  %34 = shl i64 %33, 1
  %35 = or disjoint i64 %34, 1
  %36 = getelementptr inbounds nuw i64, ptr %32, i64 %35
  %37 = load i64, ptr %36, align 8
  %38 = icmp eq i64 %37, 0
  br i1 %38, label %53, label %47

39:
  %40 = add i64 %49, 1
  %41 = and i64 %40, %27
  %42 = shl i64 %41, 1
  %43 = or disjoint i64 %42, 1
  %44 = getelementptr inbounds nuw i64, ptr %32, i64 %43
  %45 = load i64, ptr %44, align 8
  %46 = icmp eq i64 %45, 0
  br i1 %46, label %53, label %47

47:
  %48 = phi i64 [ %42, %39 ], [ %34, %18 ]
  %49 = phi i64 [ %41, %39 ], [ %33, %18 ]
  %50 = getelementptr inbounds nuw i64, ptr %32, i64 %48
  %51 = load i64, ptr %50, align 8
  %52 = icmp eq i64 %51, %24
  br i1 %52, label %53, label %39

53:
  %54 = phi i64 [ %34, %18 ], [ %48, %47 ], [ %42, %39 ]
  %55 = getelementptr inbounds nuw i64, ptr %32, i64 %54
  %56 = getelementptr inbounds nuw i8, ptr %55, i64 8
  %57 = load i64, ptr %56, align 8
  store i64 %57, ptr %3, align 8
  %58 = icmp eq i64 %57, -1
  %59 = and i64 %57, 4611686018427387904
  %60 = icmp eq i64 %59, 0
  %61 = or i1 %58, %60
  br i1 %61, label %99, label %62

62:
  %63 = shl i64 %57, 32
  %64 = getelementptr inbounds nuw i8, ptr %2, i64 16
  %65 = load i64, ptr %64, align 8
  %66 = or i64 %63, %65
  %67 = or i64 %66, -4611686018427387904
  %68 = load i64, ptr %25, align 8
  %69 = add i64 %68, -1
  %70 = mul i64 %67, -7046029254386353131
  %71 = lshr i64 %70, 32
  %72 = xor i64 %71, %70
  %73 = load ptr, ptr %31, align 8
  %74 = and i64 %72, %69
  %75 = shl i64 %74, 1
  %76 = or disjoint i64 %75, 1
  %77 = getelementptr inbounds nuw i64, ptr %73, i64 %76
  %78 = load i64, ptr %77, align 8
  %79 = icmp eq i64 %78, 0
  br i1 %79, label %94, label %88

80:
  %81 = add i64 %90, 1
  %82 = and i64 %81, %69
  %83 = shl i64 %82, 1
  %84 = or disjoint i64 %83, 1
  %85 = getelementptr inbounds nuw i64, ptr %73, i64 %84
  %86 = load i64, ptr %85, align 8
  %87 = icmp eq i64 %86, 0
  br i1 %87, label %94, label %88

88:
  %89 = phi i64 [ %83, %80 ], [ %75, %62 ]
  %90 = phi i64 [ %82, %80 ], [ %74, %62 ]
  %91 = getelementptr inbounds nuw i64, ptr %73, i64 %89
  %92 = load i64, ptr %91, align 8
  %93 = icmp eq i64 %92, %67
  br i1 %93, label %94, label %80

94:
  %95 = phi i64 [ %75, %62 ], [ %89, %88 ], [ %83, %80 ]
  %96 = getelementptr inbounds nuw i64, ptr %73, i64 %95
  %97 = getelementptr inbounds nuw i8, ptr %96, i64 8
  %98 = load i64, ptr %97, align 8
  store i64 %98, ptr %3, align 8
  br label %99

99:
  %100 = phi i64 [ %98, %94 ], [ %57, %53 ]
  %101 = icmp eq i64 %100, 0
  br i1 %101, label %102, label %110

102:
  %103 = load i64, ptr %21, align 8
  br label %104

104:
  %105 = phi i64 [ %103, %102 ], [ 0, %4 ]
  %106 = phi i64 [ 6, %102 ], [ 5, %4 ]
  %107 = getelementptr inbounds nuw i8, ptr %0, i64 512
  store i64 %1, ptr %107, align 8
  %108 = getelementptr inbounds nuw i8, ptr %0, i64 520
  store i64 %105, ptr %108, align 8
  %109 = getelementptr inbounds nuw i8, ptr %0, i64 528
  store i64 0, ptr %109, align 8
  br label %110

110:
  %111 = phi i64 [ 0, %99 ], [ %106, %104 ]
  ret i64 %111
}

define internal fastcc range(i64 0, 12) i64 @follow_way(ptr noundef initializes((448, 456)) %0, ptr nocapture noundef %1, i64 noundef %2) unnamed_addr #2 {
  %4 = alloca i64, align 8
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 328
  %6 = load ptr, ptr %5, align 8
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %8 = load i64, ptr %7, align 8
  %9 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %10 = load i64, ptr %9, align 8
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 448
  store i64 %10, ptr %11, align 8
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 456
  %13 = load i64, ptr %12, align 8
  %14 = icmp eq i64 %10, %13
  br i1 %14, label %331, label %15

15:
  %16 = shl i64 %8, 4
  %17 = getelementptr inbounds nuw i8, ptr %6, i64 %16
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 440
  %19 = load ptr, ptr %18, align 8
  %20 = add i64 %10, 1
  store i64 %20, ptr %11, align 8
  %21 = getelementptr inbounds nuw %struct.result, ptr %19, i64 %10
  store i64 %2, ptr %21, align 8
  %22 = getelementptr inbounds nuw i8, ptr %21, i64 8
  store i64 -1, ptr %22, align 8
  %23 = getelementptr inbounds nuw i8, ptr %21, i64 16
  store i64 -1, ptr %23, align 8
  %24 = load i64, ptr %17, align 8
  %25 = getelementptr inbounds nuw i8, ptr %17, i64 8
  %26 = load i64, ptr %11, align 8
  %27 = load i64, ptr %25, align 8
  %28 = icmp ult i64 %24, %27
  br i1 %28, label %29, label %325

29:
  %30 = getelementptr inbounds nuw i8, ptr %0, i64 496
  %31 = getelementptr inbounds nuw i8, ptr %0, i64 184
  %32 = getelementptr inbounds nuw i8, ptr %0, i64 152
  %33 = getelementptr inbounds nuw i8, ptr %0, i64 144
  %34 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %35 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %36 = getelementptr inbounds nuw i8, ptr %0, i64 336
  %37 = getelementptr inbounds nuw i8, ptr %0, i64 344
  %38 = getelementptr inbounds nuw i8, ptr %0, i64 112
  %39 = getelementptr inbounds nuw i8, ptr %0, i64 128
  %40 = getelementptr inbounds nuw i8, ptr %0, i64 376
  %41 = getelementptr inbounds nuw i8, ptr %0, i64 368
  %42 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %43 = getelementptr inbounds nuw i8, ptr %0, i64 512
  %44 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %45 = getelementptr inbounds nuw i8, ptr %0, i64 64
  br label %46

46:
  %47 = phi i64 [ %27, %29 ], [ %321, %320 ]
  %48 = phi i64 [ %26, %29 ], [ %322, %320 ]
  %49 = phi i64 [ %24, %29 ], [ %323, %320 ]
  %50 = phi i64 [ %10, %29 ], [ %48, %320 ]
  %51 = icmp ult i64 %50, %48
  br i1 %51, label %52, label %320

52:
  %53 = phi i64 [ %315, %314 ], [ %50, %46 ]
  %54 = load i64, ptr %30, align 8
  %55 = icmp eq i64 %54, 0
  %56 = load ptr, ptr %18, align 8
  br i1 %55, label %94, label %57

57:
  %58 = getelementptr inbounds nuw %struct.result, ptr %56, i64 %53
  %59 = load i64, ptr %58, align 8
  %60 = load ptr, ptr %31, align 8
  %61 = getelementptr inbounds nuw i64, ptr %60, i64 %59
  %62 = load i64, ptr %61, align 8
  %63 = icmp eq i64 %62, 0
  br i1 %63, label %64, label %87

64:
  store i64 1, ptr %61, align 8
  %65 = load i64, ptr %32, align 8
  %66 = icmp eq i64 %65, 0
  br i1 %66, label %87, label %67

67:
  %68 = phi i64 [ %84, %83 ], [ 0, %64 ]
  %69 = load ptr, ptr %33, align 8
  %70 = getelementptr inbounds nuw i64, ptr %69, i64 %68
  %71 = load i64, ptr %70, align 8
  %72 = load i64, ptr %34, align 8
  %73 = icmp eq i64 %72, %59
  br i1 %73, label %77, label %74

74:
  store i64 %59, ptr %34, align 8
  %75 = load i64, ptr %35, align 8
  %76 = add i64 %75, 1
  store i64 %76, ptr %35, align 8
  br label %77

77:
  %78 = tail call fastcc i64 @value(ptr noundef nonnull %0, i64 noundef 0, i64 noundef %71, i64 noundef 0)
  %79 = icmp eq i64 %78, 0
  br i1 %79, label %80, label %83

80:
  %81 = load ptr, ptr %31, align 8
  %82 = getelementptr inbounds nuw i64, ptr %81, i64 %59
  store i64 2, ptr %82, align 8
  br label %83

83:
  %84 = add nuw i64 %68, 1
  %85 = load i64, ptr %32, align 8
  %86 = icmp ult i64 %84, %85
  br i1 %86, label %67, label %87

87:
  %88 = load ptr, ptr %31, align 8
  %89 = getelementptr inbounds nuw i64, ptr %88, i64 %59
  %90 = load i64, ptr %89, align 8
  %91 = icmp eq i64 %90, 1
  br i1 %91, label %92, label %314

92:
  %93 = load ptr, ptr %18, align 8
  br label %94

94:
  %95 = phi ptr [ %93, %92 ], [ %56, %52 ]
  %96 = load ptr, ptr %36, align 8
  %97 = getelementptr inbounds nuw %struct.stage, ptr %96, i64 %49
  %98 = getelementptr inbounds nuw %struct.result, ptr %95, i64 %53
  %99 = load i64, ptr %98, align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %4) #9
  %100 = load i64, ptr %97, align 8
  %101 = getelementptr inbounds nuw i8, ptr %97, i64 8
  %102 = load i64, ptr %101, align 8
  %103 = call fastcc i64 @meets(ptr noundef nonnull %0, i64 noundef 0, i64 noundef %99, i64 noundef %100, i64 noundef %102, ptr noundef %4)
  %104 = icmp eq i64 %103, 0
  %105 = load i64, ptr %4, align 8
  %106 = icmp ne i64 %105, 0
  %107 = select i1 %104, i1 %106, i1 false
  br i1 %107, label %108, label %311

108:
  %109 = getelementptr inbounds nuw i8, ptr %97, i64 16
  %110 = load i64, ptr %109, align 8
  %111 = icmp eq i64 %110, -1
  br i1 %111, label %123, label %112

112:
  %113 = getelementptr inbounds nuw i8, ptr %97, i64 24
  %114 = load i64, ptr %113, align 8
  %115 = icmp ult i64 %110, %114
  br i1 %115, label %116, label %310

116:
  %117 = getelementptr inbounds nuw i8, ptr %97, i64 32
  %118 = getelementptr inbounds nuw i8, ptr %97, i64 40
  %119 = getelementptr inbounds nuw i8, ptr %97, i64 48
  %120 = getelementptr inbounds nuw i8, ptr %97, i64 56
  %121 = getelementptr inbounds nuw i8, ptr %97, i64 64
  %122 = getelementptr inbounds nuw i8, ptr %97, i64 72
  br label %143

123:
  %124 = getelementptr inbounds nuw i8, ptr %97, i64 48
  %125 = load i64, ptr %124, align 8
  %126 = getelementptr inbounds nuw i8, ptr %97, i64 56
  %127 = load i64, ptr %126, align 8
  %128 = call fastcc i64 @meets(ptr noundef nonnull %0, i64 noundef 0, i64 noundef %99, i64 noundef %125, i64 noundef %127, ptr noundef %4)
  %129 = icmp eq i64 %128, 0
  %130 = load i64, ptr %4, align 8
  %131 = icmp ne i64 %130, 0
  %132 = select i1 %129, i1 %131, i1 false
  br i1 %132, label %133, label %311

133:
  %134 = load i64, ptr %11, align 8
  %135 = load i64, ptr %12, align 8
  %136 = icmp eq i64 %134, %135
  br i1 %136, label %308, label %137

137:
  %138 = load ptr, ptr %18, align 8
  %139 = add i64 %134, 1
  store i64 %139, ptr %11, align 8
  %140 = getelementptr inbounds nuw %struct.result, ptr %138, i64 %134
  store i64 %99, ptr %140, align 8
  %141 = getelementptr inbounds nuw i8, ptr %140, i64 8
  store i64 -1, ptr %141, align 8
  %142 = getelementptr inbounds nuw i8, ptr %140, i64 16
  store i64 %53, ptr %142, align 8
  br label %310

143:
  %144 = phi i64 [ %110, %116 ], [ %305, %304 ]
  %145 = load ptr, ptr %37, align 8
  %146 = getelementptr inbounds nuw i64, ptr %145, i64 %144
  %147 = load i64, ptr %146, align 8
  %148 = load i64, ptr %117, align 8
  %149 = load i64, ptr %118, align 8
  %150 = load ptr, ptr %38, align 8
  %151 = shl i64 %147, 5
  %152 = getelementptr inbounds nuw i8, ptr %150, i64 %151
  %153 = icmp ult i64 %148, %149
  br i1 %153, label %154, label %249

154:
  %155 = load i64, ptr %152, align 8
  %156 = icmp eq i64 %155, 0
  br i1 %156, label %241, label %157

157:
  %158 = getelementptr inbounds nuw i8, ptr %152, i64 24
  %159 = shl i64 %147, 28
  %160 = add i64 %159, 268435456
  %161 = or i64 %160, %99
  br label %163

162:
  store i64 0, ptr %4, align 8
  br label %304

163:
  %164 = phi i64 [ %148, %157 ], [ %234, %236 ]
  %165 = load ptr, ptr %39, align 8
  %166 = load i64, ptr %158, align 8
  %167 = load ptr, ptr %37, align 8
  %168 = getelementptr inbounds nuw i64, ptr %167, i64 %164
  %169 = load i64, ptr %168, align 8
  %170 = add i64 %169, %166
  %171 = shl i64 %170, 4
  %172 = getelementptr inbounds nuw i8, ptr %165, i64 %171
  %173 = getelementptr i8, ptr %168, i64 8
  %174 = load i64, ptr %173, align 8
  %175 = load i64, ptr %172, align 8
  %176 = load i64, ptr %34, align 8
  %177 = icmp eq i64 %176, %99
  br i1 %177, label %181, label %178

178:
  store i64 %99, ptr %34, align 8
  %179 = load i64, ptr %35, align 8
  %180 = add i64 %179, 1
  store i64 %180, ptr %35, align 8
  br label %181

181:
  %182 = tail call fastcc i64 @value(ptr noundef nonnull %0, i64 noundef 0, i64 noundef %175, i64 noundef 0)
  %183 = icmp eq i64 %182, 0
  br i1 %183, label %237, label %184

184:
  %185 = and i64 %174, 1
  %186 = icmp eq i64 %185, 0
  br i1 %186, label %224, label %187

187:
  %188 = shl i64 %174, 44
  %189 = or i64 %188, %161
  %190 = load i64, ptr %40, align 8
  %191 = add i64 %190, -1
  %192 = mul i64 %189, -7046029254386353131
  %193 = lshr i64 %192, 32
  %194 = xor i64 %193, %192
  %195 = load ptr, ptr %41, align 8
  %196 = and i64 %191, %194
  %197 = shl i64 %196, 1
  %198 = or disjoint i64 %197, 1
  %199 = getelementptr inbounds nuw i64, ptr %195, i64 %198
  %200 = load i64, ptr %199, align 8
  %201 = icmp eq i64 %200, 0
  br i1 %201, label %216, label %210

202:
  %203 = add i64 %212, 1
  %204 = and i64 %203, %191
  %205 = shl i64 %204, 1
  %206 = or disjoint i64 %205, 1
  %207 = getelementptr inbounds nuw i64, ptr %195, i64 %206
  %208 = load i64, ptr %207, align 8
  %209 = icmp eq i64 %208, 0
  br i1 %209, label %216, label %210

210:
  %211 = phi i64 [ %205, %202 ], [ %197, %187 ]
  %212 = phi i64 [ %204, %202 ], [ %196, %187 ]
  %213 = getelementptr inbounds nuw i64, ptr %195, i64 %211
  %214 = load i64, ptr %213, align 8
  %215 = icmp eq i64 %214, %189
  br i1 %215, label %216, label %202

216:
  %217 = phi i64 [ %197, %187 ], [ %211, %210 ], [ %205, %202 ]
  %218 = getelementptr inbounds nuw i64, ptr %195, i64 %217
  %219 = getelementptr inbounds nuw i8, ptr %218, i64 8
  %220 = load i64, ptr %219, align 8
  %221 = icmp eq i64 %220, 0
  br i1 %221, label %241, label %222

222:
  %223 = icmp eq i64 %220, 1
  br label %232

224:
  %225 = load i64, ptr %42, align 8
  %226 = add i64 %225, 1
  store i64 %226, ptr %42, align 8
  %227 = lshr exact i64 %174, 1
  %228 = getelementptr inbounds nuw i8, ptr %172, i64 8
  %229 = load i64, ptr %228, align 8
  %230 = tail call fastcc i64 @value(ptr noundef nonnull %0, i64 noundef 2, i64 noundef %227, i64 noundef %229)
  %231 = icmp ne i64 %230, 0
  br label %232

232:
  %233 = phi i1 [ %231, %224 ], [ %223, %222 ]
  %234 = add i64 %164, 2
  %235 = icmp ult i64 %234, %149
  br i1 %235, label %236, label %248

236:
  br i1 %233, label %163, label %162

237:
  %238 = add i64 %164, 2
  %239 = icmp ult i64 %238, %149
  br i1 %239, label %162, label %240

240:
  store i64 0, ptr %4, align 8
  br label %304

241:
  %242 = phi i64 [ %174, %216 ], [ %147, %154 ]
  %243 = phi i64 [ %99, %216 ], [ 0, %154 ]
  %244 = phi i64 [ %147, %216 ], [ 0, %154 ]
  %245 = phi i64 [ 9, %216 ], [ 8, %154 ]
  store i64 %242, ptr %43, align 8
  %246 = getelementptr inbounds nuw i8, ptr %0, i64 520
  store i64 %243, ptr %246, align 8
  %247 = getelementptr inbounds nuw i8, ptr %0, i64 528
  store i64 %244, ptr %247, align 8
  br label %308

248:
  br i1 %233, label %249, label %304

249:
  %250 = tail call i64 @follow(ptr noundef %0, i64 noundef %99, i64 noundef %147)
  %251 = icmp eq i64 %250, 0
  br i1 %251, label %252, label %308

252:
  %253 = load i64, ptr %43, align 8
  %254 = icmp eq i64 %253, -1
  br i1 %254, label %304, label %255

255:
  %256 = load i64, ptr %119, align 8
  %257 = load i64, ptr %120, align 8
  %258 = call fastcc i64 @meets(ptr noundef nonnull %0, i64 noundef 1, i64 noundef %253, i64 noundef %256, i64 noundef %257, ptr noundef %4)
  %259 = icmp eq i64 %258, 0
  br i1 %259, label %260, label %308

260:
  %261 = load i64, ptr %4, align 8
  %262 = icmp eq i64 %261, 0
  br i1 %262, label %304, label %263

263:
  %264 = load i64, ptr %121, align 8
  %265 = load i64, ptr %122, align 8
  %266 = icmp ult i64 %264, %265
  br i1 %266, label %270, label %294

267:
  %268 = add i64 %271, 1
  %269 = icmp eq i64 %268, %265
  br i1 %269, label %294, label %270

270:
  %271 = phi i64 [ %268, %267 ], [ %264, %263 ]
  %272 = load i64, ptr %34, align 8
  %273 = icmp eq i64 %272, %99
  br i1 %273, label %277, label %274

274:
  store i64 %99, ptr %34, align 8
  %275 = load i64, ptr %35, align 8
  %276 = add i64 %275, 1
  store i64 %276, ptr %35, align 8
  br label %277

277:
  %278 = load i64, ptr %44, align 8
  %279 = icmp eq i64 %278, %253
  br i1 %279, label %283, label %280

280:
  store i64 %253, ptr %44, align 8
  %281 = load i64, ptr %45, align 8
  %282 = add i64 %281, 1
  store i64 %282, ptr %45, align 8
  br label %283

283:
  %284 = load ptr, ptr %37, align 8
  %285 = getelementptr inbounds nuw i64, ptr %284, i64 %271
  %286 = load i64, ptr %285, align 8
  %287 = tail call fastcc i64 @value(ptr noundef nonnull %0, i64 noundef 0, i64 noundef %286, i64 noundef 0)
  %288 = load ptr, ptr %37, align 8
  %289 = getelementptr inbounds nuw i64, ptr %288, i64 %271
  %290 = load i64, ptr %289, align 8
  %291 = tail call fastcc i64 @value(ptr noundef nonnull %0, i64 noundef 1, i64 noundef %290, i64 noundef 0)
  %292 = icmp eq i64 %287, %291
  br i1 %292, label %267, label %293

293:
  store i64 0, ptr %4, align 8
  br label %304

294:
  store i64 1, ptr %4, align 8
  %295 = load i64, ptr %11, align 8
  %296 = load i64, ptr %12, align 8
  %297 = icmp eq i64 %295, %296
  br i1 %297, label %308, label %298

298:
  %299 = load ptr, ptr %18, align 8
  %300 = add i64 %295, 1
  store i64 %300, ptr %11, align 8
  %301 = getelementptr inbounds nuw %struct.result, ptr %299, i64 %295
  store i64 %253, ptr %301, align 8
  %302 = getelementptr inbounds nuw i8, ptr %301, i64 8
  store i64 %147, ptr %302, align 8
  %303 = getelementptr inbounds nuw i8, ptr %301, i64 16
  store i64 %53, ptr %303, align 8
  br label %304

304:
  %305 = add nuw i64 %144, 1
  %306 = load i64, ptr %113, align 8
  %307 = icmp ult i64 %305, %306
  br i1 %307, label %143, label %310

308:
  %309 = phi i64 [ %245, %241 ], [ %250, %249 ], [ %258, %255 ], [ 11, %294 ], [ 11, %133 ]
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %4) #9
  br label %331

310:
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %4) #9
  br label %314

311:
  %312 = phi i64 [ %103, %94 ], [ %128, %123 ]
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %4) #9
  %313 = icmp eq i64 %312, 0
  br i1 %313, label %314, label %331

314:
  %315 = add nuw i64 %53, 1
  %316 = icmp eq i64 %315, %48
  br i1 %316, label %317, label %52

317:
  %318 = load i64, ptr %11, align 8
  %319 = load i64, ptr %25, align 8
  br label %320

320:
  %321 = phi i64 [ %319, %317 ], [ %47, %46 ]
  %322 = phi i64 [ %318, %317 ], [ %48, %46 ]
  %323 = add nuw i64 %49, 1
  %324 = icmp ult i64 %323, %321
  br i1 %324, label %46, label %325

325:
  %326 = phi i64 [ %10, %15 ], [ %48, %320 ]
  %327 = phi i64 [ %26, %15 ], [ %322, %320 ]
  %328 = getelementptr inbounds nuw i8, ptr %1, i64 40
  store i64 1, ptr %328, align 8
  %329 = getelementptr inbounds nuw i8, ptr %1, i64 48
  store i64 %326, ptr %329, align 8
  %330 = getelementptr inbounds nuw i8, ptr %1, i64 56
  store i64 %327, ptr %330, align 8
  br label %331

331:
  %332 = phi i64 [ 0, %325 ], [ 11, %3 ], [ %309, %308 ], [ %312, %311 ]
  ret i64 %332
}

define internal fastcc range(i64 0, 10) i64 @meets(ptr noundef %0, i64 noundef range(i64 0, 2) %1, i64 noundef %2, i64 noundef %3, i64 noundef %4, ptr nocapture noundef nonnull writeonly initializes((0, 8)) %5) unnamed_addr #2 {
  store i64 1, ptr %5, align 8
  %7 = icmp ult i64 %3, %4
  br i1 %7, label %8, label %82

8:
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 344
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 376
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 368
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %13 = getelementptr inbounds nuw [3 x i64], ptr %12, i64 0, i64 %1
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %15 = getelementptr inbounds nuw [3 x i64], ptr %14, i64 0, i64 %1
  br label %16

16:
  %17 = phi i64 [ 1, %8 ], [ %79, %77 ]
  %18 = phi i64 [ %3, %8 ], [ %80, %77 ]
  %19 = icmp eq i64 %17, 0
  br i1 %19, label %82, label %20

20:
  %21 = load ptr, ptr %9, align 8
  %22 = getelementptr inbounds nuw i64, ptr %21, i64 %18
  %23 = load i64, ptr %22, align 8
  %24 = and i64 %23, 1
  %25 = icmp eq i64 %24, 0
  br i1 %25, label %63, label %26

26:
  %27 = shl i64 %23, 44
  %28 = or i64 %27, %2
  %29 = load i64, ptr %10, align 8
  %30 = add i64 %29, -1
  %31 = mul i64 %28, -7046029254386353131
  %32 = lshr i64 %31, 32
  %33 = xor i64 %32, %31
  %34 = load ptr, ptr %11, align 8
  %35 = and i64 %30, %33
  %36 = shl i64 %35, 1
  %37 = or disjoint i64 %36, 1
  %38 = getelementptr inbounds nuw i64, ptr %34, i64 %37
  %39 = load i64, ptr %38, align 8
  %40 = icmp eq i64 %39, 0
  br i1 %40, label %55, label %49

41:
  %42 = add i64 %51, 1
  %43 = and i64 %42, %30
  %44 = shl i64 %43, 1
  %45 = or disjoint i64 %44, 1
  %46 = getelementptr inbounds nuw i64, ptr %34, i64 %45
  %47 = load i64, ptr %46, align 8
  %48 = icmp eq i64 %47, 0
  br i1 %48, label %55, label %49

49:
  %50 = phi i64 [ %44, %41 ], [ %36, %26 ]
  %51 = phi i64 [ %43, %41 ], [ %35, %26 ]
  %52 = getelementptr inbounds nuw i64, ptr %34, i64 %50
  %53 = load i64, ptr %52, align 8
  %54 = icmp eq i64 %53, %28
  br i1 %54, label %55, label %41

55:
  %56 = phi i64 [ %36, %26 ], [ %50, %49 ], [ %44, %41 ]
  %57 = getelementptr inbounds nuw i64, ptr %34, i64 %56
  %58 = getelementptr inbounds nuw i8, ptr %57, i64 8
  %59 = load i64, ptr %58, align 8
  %60 = icmp eq i64 %59, 0
  br i1 %60, label %73, label %61

61:
  %62 = icmp eq i64 %59, 1
  br label %77

63:
  %64 = load i64, ptr %13, align 8
  %65 = icmp eq i64 %64, %2
  br i1 %65, label %69, label %66

66:
  store i64 %2, ptr %13, align 8
  %67 = load i64, ptr %15, align 8
  %68 = add i64 %67, 1
  store i64 %68, ptr %15, align 8
  br label %69

69:
  %70 = lshr exact i64 %23, 1
  %71 = tail call fastcc i64 @value(ptr noundef nonnull %0, i64 noundef %1, i64 noundef %70, i64 noundef 0)
  %72 = icmp ne i64 %71, 0
  br label %77

73:
  %74 = getelementptr inbounds nuw i8, ptr %0, i64 512
  store i64 %23, ptr %74, align 8
  %75 = getelementptr inbounds nuw i8, ptr %0, i64 520
  store i64 %2, ptr %75, align 8
  %76 = getelementptr inbounds nuw i8, ptr %0, i64 528
  store i64 -1, ptr %76, align 8
  br label %82

77:
  %78 = phi i1 [ %62, %61 ], [ %72, %69 ]
  %79 = zext i1 %78 to i64
  store i64 %79, ptr %5, align 8
  %80 = add nuw i64 %18, 1
  %81 = icmp eq i64 %80, %4
  br i1 %81, label %82, label %16

82:
  %83 = phi i64 [ 9, %73 ], [ 0, %6 ], [ 0, %16 ], [ 0, %77 ]
  ret i64 %83
}

declare i64 @llvm.umin.i64(i64, i64) #7

attributes #0 = { nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { nofree nosync nounwind memory(readwrite, inaccessiblemem: none) }
attributes #3 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #4 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) }
attributes #5 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #6 = { nofree norecurse nosync nounwind memory(read, argmem: readwrite, inaccessiblemem: none) }
attributes #7 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #9 = { nounwind }
