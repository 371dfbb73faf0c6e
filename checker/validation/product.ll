; Generated from product.c by `make runtime`: change that file, not this one.
; SHA-256 of product.c: 0abfa2c0e20c4c11527d08d434e280b706c364b3ca9990648d85b653263a39de
%struct.entry = type { i64, i64, i64, i64, i64 }
%struct.frame = type { i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64 }
%struct.result = type { i64, i64, i64 }
%struct.stage = type { i64, i64, i64, i64, i64, i64, i64, i64, i64, i64 }

define i64 @number_of(ptr nocapture noundef %0, ptr nocapture noundef readonly %1) local_unnamed_addr #0 {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 280
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
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 288
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 280
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
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 304
  %17 = load i64, ptr %16, align 8
  %18 = icmp eq i64 %17, 0
  br i1 %18, label %54, label %19

19:
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 296
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
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 304
  %3 = load i64, ptr %2, align 8
  %4 = icmp eq i64 %3, 0
  br i1 %4, label %75, label %5

5:
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 288
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 280
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 296
  br label %14

9:
  %10 = icmp eq i64 %73, 0
  br i1 %10, label %75, label %11

11:
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 288
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 296
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
  %76 = getelementptr inbounds nuw i8, ptr %0, i64 368
  store i64 0, ptr %76, align 8
  %77 = getelementptr inbounds nuw i8, ptr %0, i64 360
  store i64 0, ptr %77, align 8
  %78 = getelementptr inbounds nuw i8, ptr %0, i64 336
  store i64 0, ptr %78, align 8
  %79 = getelementptr inbounds nuw i8, ptr %0, i64 320
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
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 264
  %5 = load i64, ptr %4, align 8
  %6 = add i64 %5, -1
  %7 = mul i64 %1, -7046029254386353131
  %8 = lshr i64 %7, 32
  %9 = xor i64 %8, %7
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 256
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
  call void @llvm.lifetime.start.p0(i64 4096, ptr nonnull %4) #7
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
  %26 = getelementptr inbounds nuw i8, ptr %0, i64 280
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
  %90 = getelementptr inbounds nuw i8, ptr %0, i64 400
  store i64 %87, ptr %90, align 8
  %91 = getelementptr inbounds nuw i8, ptr %0, i64 408
  store i64 %88, ptr %91, align 8
  %92 = getelementptr inbounds nuw i8, ptr %0, i64 416
  store i64 0, ptr %92, align 8
  call void @llvm.lifetime.end.p0(i64 4096, ptr nonnull %4) #7
  ret i64 %89
}

define void @begin(ptr noundef initializes((376, 384)) %0, i64 noundef %1, i64 noundef %2, i64 noundef %3) local_unnamed_addr #2 {
  %5 = alloca %struct.entry, align 8
  call void @llvm.lifetime.start.p0(i64 40, ptr nonnull %5) #7
  store i64 %1, ptr %5, align 8
  %6 = getelementptr inbounds nuw i8, ptr %5, i64 8
  store i64 %2, ptr %6, align 8
  %7 = getelementptr inbounds nuw i8, ptr %5, i64 16
  store i64 %3, ptr %7, align 8
  %8 = getelementptr inbounds nuw i8, ptr %5, i64 24
  store i64 0, ptr %8, align 8
  %9 = getelementptr inbounds nuw i8, ptr %5, i64 32
  store i64 0, ptr %9, align 8
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 376
  store i64 0, ptr %10, align 8
  %11 = tail call fastcc zeroext i1 @enter(ptr noundef %0, ptr noundef nonnull byval(%struct.entry) align 8 %5, i64 noundef -1, i64 noundef -1)
  call void @llvm.lifetime.end.p0(i64 40, ptr nonnull %5) #7
  ret void
}

define internal fastcc noundef zeroext i1 @enter(ptr noundef %0, ptr nocapture noundef byval(%struct.entry) align 8 %1, i64 noundef %2, i64 noundef %3) unnamed_addr #2 {
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 288
  %6 = load ptr, ptr %5, align 8
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 384
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
  %55 = getelementptr inbounds nuw i8, ptr %0, i64 280
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
  %73 = getelementptr inbounds nuw i8, ptr %0, i64 296
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
  %130 = getelementptr inbounds nuw i8, ptr %0, i64 304
  %131 = load i64, ptr %130, align 8
  %132 = getelementptr inbounds nuw %struct.entry, ptr %6, i64 %131
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(40) %132, ptr noundef nonnull align 8 dereferenceable(40) %1, i64 40, i1 false)
  %133 = load i64, ptr %130, align 8
  %134 = add i64 %133, 1
  store i64 %134, ptr %130, align 8
  store i64 %134, ptr %128, align 8
  %135 = getelementptr inbounds nuw i8, ptr %0, i64 312
  %136 = load ptr, ptr %135, align 8
  %137 = getelementptr inbounds nuw i8, ptr %0, i64 320
  %138 = load i64, ptr %137, align 8
  %139 = add i64 %138, 1
  store i64 %139, ptr %137, align 8
  %140 = getelementptr inbounds nuw %struct.frame, ptr %136, i64 %138
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(96) %140, i8 0, i64 96, i1 false)
  %141 = load i64, ptr %130, align 8
  %142 = add i64 %141, -1
  store i64 %142, ptr %140, align 8
  %143 = getelementptr inbounds nuw i8, ptr %0, i64 336
  %144 = load i64, ptr %143, align 8
  %145 = getelementptr inbounds nuw i8, ptr %140, i64 56
  store i64 %144, ptr %145, align 8
  %146 = getelementptr inbounds nuw i8, ptr %140, i64 8
  store i64 -1, ptr %146, align 8
  %147 = getelementptr inbounds nuw i8, ptr %140, i64 80
  store i64 %2, ptr %147, align 8
  %148 = getelementptr inbounds nuw i8, ptr %140, i64 88
  store i64 %3, ptr %148, align 8
  %149 = getelementptr inbounds nuw i8, ptr %0, i64 376
  store i64 1, ptr %149, align 8
  br label %150

150:
  %151 = phi i1 [ false, %46 ], [ true, %125 ], [ false, %116 ], [ false, %103 ]
  ret i1 %151
}

define range(i64 1, 12) i64 @pursue(ptr noundef %0) local_unnamed_addr #2 {
  %2 = alloca %struct.entry, align 8
  %3 = alloca i64, align 8
  %4 = alloca %struct.entry, align 8
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 320
  %6 = load i64, ptr %5, align 8
  %7 = icmp eq i64 %6, 0
  br i1 %7, label %747, label %8

8:
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 312
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 288
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 376
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 192
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 368
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 360
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 352
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 272
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 304
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 392
  %19 = getelementptr inbounds nuw i8, ptr %0, i64 280
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 200
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 264
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 256
  %23 = getelementptr inbounds nuw i8, ptr %0, i64 208
  %24 = getelementptr inbounds nuw i8, ptr %0, i64 216
  %25 = getelementptr inbounds nuw i8, ptr %0, i64 336
  %26 = getelementptr inbounds nuw i8, ptr %0, i64 344
  %27 = getelementptr inbounds nuw i8, ptr %0, i64 328
  %28 = getelementptr inbounds nuw i8, ptr %0, i64 384
  %29 = getelementptr inbounds nuw i8, ptr %0, i64 184
  %30 = getelementptr inbounds nuw i8, ptr %0, i64 152
  %31 = getelementptr inbounds nuw i8, ptr %0, i64 144
  %32 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %33 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %34 = getelementptr inbounds nuw i8, ptr %0, i64 224
  %35 = getelementptr inbounds nuw i8, ptr %0, i64 232
  %36 = getelementptr inbounds nuw i8, ptr %0, i64 112
  %37 = getelementptr inbounds nuw i8, ptr %0, i64 128
  %38 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %39 = getelementptr inbounds nuw i8, ptr %0, i64 400
  %40 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %41 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %42 = getelementptr inbounds nuw i8, ptr %4, i64 8
  %43 = getelementptr inbounds nuw i8, ptr %4, i64 16
  %44 = getelementptr inbounds nuw i8, ptr %4, i64 24
  %45 = getelementptr inbounds nuw i8, ptr %4, i64 32
  %46 = getelementptr inbounds nuw i8, ptr %0, i64 248
  %47 = getelementptr inbounds nuw i8, ptr %0, i64 240
  %48 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %49 = getelementptr inbounds nuw i8, ptr %2, i64 16
  %50 = getelementptr inbounds nuw i8, ptr %2, i64 24
  %51 = getelementptr inbounds nuw i8, ptr %2, i64 32
  br label %52

52:
  %53 = phi i64 [ %6, %8 ], [ %745, %744 ]
  %54 = load ptr, ptr %9, align 8
  %55 = getelementptr inbounds nuw %struct.frame, ptr %54, i64 %53
  %56 = getelementptr inbounds i8, ptr %55, i64 -96
  %57 = load ptr, ptr %10, align 8
  %58 = load i64, ptr %56, align 8
  %59 = getelementptr inbounds nuw %struct.entry, ptr %57, i64 %58
  %60 = load i64, ptr %59, align 8
  %61 = getelementptr inbounds nuw i8, ptr %59, i64 8
  %62 = load i64, ptr %61, align 8
  %63 = getelementptr inbounds nuw i8, ptr %59, i64 16
  %64 = load i64, ptr %63, align 8
  %65 = getelementptr inbounds nuw i8, ptr %59, i64 24
  %66 = load i64, ptr %65, align 8
  %67 = load i64, ptr %11, align 8
  %68 = icmp eq i64 %67, 0
  br i1 %68, label %69, label %71

69:
  %70 = load i64, ptr %17, align 8
  br label %112

71:
  %72 = load ptr, ptr %12, align 8
  %73 = mul i64 %60, 24
  %74 = getelementptr inbounds nuw i8, ptr %72, i64 %73
  %75 = load i64, ptr %74, align 8
  %76 = icmp eq i64 %75, 0
  br i1 %76, label %77, label %80

77:
  store i64 %60, ptr %39, align 8
  %78 = getelementptr inbounds nuw i8, ptr %0, i64 408
  store i64 0, ptr %78, align 8
  %79 = getelementptr inbounds nuw i8, ptr %0, i64 416
  store i64 0, ptr %79, align 8
  br label %747

80:
  store i64 0, ptr %11, align 8
  %81 = getelementptr inbounds nuw i8, ptr %74, i64 16
  %82 = load i64, ptr %81, align 8
  %83 = add i64 %82, 1
  %84 = load i64, ptr %13, align 8
  %85 = icmp ugt i64 %83, %84
  br i1 %85, label %86, label %89

86:
  store i64 %83, ptr %13, align 8
  store i64 0, ptr %14, align 8
  %87 = load i64, ptr %81, align 8
  %88 = add i64 %87, 1
  br label %89

89:
  %90 = phi i64 [ %88, %86 ], [ %83, %80 ]
  %91 = phi i64 [ %83, %86 ], [ %84, %80 ]
  %92 = phi i64 [ %87, %86 ], [ %82, %80 ]
  %93 = icmp eq i64 %90, %91
  br i1 %93, label %94, label %101

94:
  %95 = load i64, ptr %56, align 8
  %96 = load ptr, ptr %15, align 8
  %97 = load i64, ptr %14, align 8
  %98 = add i64 %97, 1
  store i64 %98, ptr %14, align 8
  %99 = getelementptr inbounds nuw i64, ptr %96, i64 %97
  store i64 %95, ptr %99, align 8
  %100 = load i64, ptr %81, align 8
  br label %101

101:
  %102 = phi i64 [ %100, %94 ], [ %92, %89 ]
  %103 = load i64, ptr %16, align 8
  %104 = icmp eq i64 %102, %103
  br i1 %104, label %747, label %105

105:
  %106 = load i64, ptr %17, align 8
  %107 = and i64 %106, 255
  %108 = icmp eq i64 %107, 0
  br i1 %108, label %747, label %109

109:
  %110 = load i64, ptr %18, align 8
  %111 = icmp eq i64 %106, %110
  br i1 %111, label %747, label %112

112:
  %113 = phi i64 [ %70, %69 ], [ %106, %109 ]
  %114 = load i64, ptr %19, align 8
  %115 = icmp eq i64 %113, %114
  br i1 %115, label %116, label %119

116:
  store i64 0, ptr %39, align 8
  %117 = getelementptr inbounds nuw i8, ptr %0, i64 408
  store i64 0, ptr %117, align 8
  %118 = getelementptr inbounds nuw i8, ptr %0, i64 416
  store i64 0, ptr %118, align 8
  br label %747

119:
  %120 = getelementptr inbounds i8, ptr %55, i64 -88
  %121 = load i64, ptr %120, align 8
  %122 = icmp eq i64 %121, -1
  %123 = load ptr, ptr %12, align 8
  %124 = mul i64 %60, 24
  br i1 %122, label %125, label %130

125:
  %126 = getelementptr inbounds nuw i8, ptr %123, i64 %124
  %127 = load i64, ptr %126, align 8
  %128 = add i64 %127, -1
  store i64 %128, ptr %120, align 8
  %129 = load ptr, ptr %12, align 8
  br label %130

130:
  %131 = phi ptr [ %129, %125 ], [ %123, %119 ]
  %132 = phi i64 [ %128, %125 ], [ %121, %119 ]
  %133 = getelementptr i8, ptr %131, i64 %124
  %134 = getelementptr i8, ptr %133, i64 8
  %135 = load i64, ptr %134, align 8
  %136 = icmp ult i64 %132, %135
  br i1 %136, label %137, label %625

137:
  %138 = getelementptr inbounds i8, ptr %55, i64 -80
  %139 = getelementptr inbounds i8, ptr %55, i64 -72
  %140 = getelementptr inbounds i8, ptr %55, i64 -64
  %141 = getelementptr inbounds i8, ptr %55, i64 -40
  %142 = getelementptr inbounds i8, ptr %55, i64 -56
  %143 = getelementptr inbounds i8, ptr %55, i64 -48
  %144 = or i64 %62, -9223372036854775808
  %145 = or i64 %64, -4611686018427387904
  br label %146

146:
  %147 = phi i64 [ %132, %137 ], [ %619, %617 ]
  %148 = load ptr, ptr %20, align 8
  %149 = shl i64 %147, 4
  %150 = getelementptr inbounds nuw i8, ptr %148, i64 %149
  %151 = load i64, ptr %150, align 8
  %152 = icmp eq i64 %151, 0
  br i1 %152, label %153, label %156

153:
  store i64 %147, ptr %39, align 8
  %154 = getelementptr inbounds nuw i8, ptr %0, i64 408
  store i64 0, ptr %154, align 8
  %155 = getelementptr inbounds nuw i8, ptr %0, i64 416
  store i64 0, ptr %155, align 8
  br label %747

156:
  %157 = load i64, ptr %138, align 8
  %158 = icmp eq i64 %157, 0
  br i1 %158, label %159, label %242

159:
  %160 = shl i64 %151, 32
  %161 = add i64 %160, 9223372032559808512
  %162 = or i64 %161, %144
  %163 = load i64, ptr %21, align 8
  %164 = add i64 %163, -1
  %165 = mul i64 %162, -7046029254386353131
  %166 = lshr i64 %165, 32
  %167 = xor i64 %166, %165
  %168 = load ptr, ptr %22, align 8
  %169 = and i64 %164, %167
  %170 = shl i64 %169, 1
  %171 = or disjoint i64 %170, 1
  %172 = getelementptr inbounds nuw i64, ptr %168, i64 %171
  %173 = load i64, ptr %172, align 8
  %174 = icmp eq i64 %173, 0
  br i1 %174, label %189, label %183

175:
  %176 = add i64 %185, 1
  %177 = and i64 %176, %164
  %178 = shl i64 %177, 1
  %179 = or disjoint i64 %178, 1
  %180 = getelementptr inbounds nuw i64, ptr %168, i64 %179
  %181 = load i64, ptr %180, align 8
  %182 = icmp eq i64 %181, 0
  br i1 %182, label %189, label %183

183:
  %184 = phi i64 [ %178, %175 ], [ %170, %159 ]
  %185 = phi i64 [ %177, %175 ], [ %169, %159 ]
  %186 = getelementptr inbounds nuw i64, ptr %168, i64 %184
  %187 = load i64, ptr %186, align 8
  %188 = icmp eq i64 %187, %162
  br i1 %188, label %189, label %175

189:
  %190 = phi i64 [ %170, %159 ], [ %184, %183 ], [ %178, %175 ]
  %191 = getelementptr inbounds nuw i64, ptr %168, i64 %190
  %192 = getelementptr inbounds nuw i8, ptr %191, i64 8
  %193 = load i64, ptr %192, align 8
  %194 = icmp eq i64 %193, -1
  %195 = and i64 %193, 4611686018427387904
  %196 = icmp eq i64 %195, 0
  %197 = or i1 %194, %196
  br i1 %197, label %229, label %198

198:
  %199 = shl i64 %193, 32
  %200 = or i64 %199, %145
  %201 = mul i64 %200, -7046029254386353131
  %202 = lshr i64 %201, 32
  %203 = xor i64 %202, %201
  %204 = and i64 %203, %164
  %205 = shl i64 %204, 1
  %206 = or disjoint i64 %205, 1
  %207 = getelementptr inbounds nuw i64, ptr %168, i64 %206
  %208 = load i64, ptr %207, align 8
  %209 = icmp eq i64 %208, 0
  br i1 %209, label %224, label %218

210:
  %211 = add i64 %220, 1
  %212 = and i64 %211, %164
  %213 = shl i64 %212, 1
  %214 = or disjoint i64 %213, 1
  %215 = getelementptr inbounds nuw i64, ptr %168, i64 %214
  %216 = load i64, ptr %215, align 8
  %217 = icmp eq i64 %216, 0
  br i1 %217, label %224, label %218

218:
  %219 = phi i64 [ %213, %210 ], [ %205, %198 ]
  %220 = phi i64 [ %212, %210 ], [ %204, %198 ]
  %221 = getelementptr inbounds nuw i64, ptr %168, i64 %219
  %222 = load i64, ptr %221, align 8
  %223 = icmp eq i64 %222, %200
  br i1 %223, label %224, label %210

224:
  %225 = phi i64 [ %205, %198 ], [ %219, %218 ], [ %213, %210 ]
  %226 = getelementptr inbounds nuw i64, ptr %168, i64 %225
  %227 = getelementptr inbounds nuw i8, ptr %226, i64 8
  %228 = load i64, ptr %227, align 8
  br label %229

229:
  %230 = phi i64 [ %228, %224 ], [ %193, %189 ]
  store i64 %230, ptr %138, align 8
  switch i64 %230, label %234 [
    i64 0, label %231
    i64 -1, label %240
  ]

231:
  store i64 %147, ptr %39, align 8
  %232 = getelementptr inbounds nuw i8, ptr %0, i64 408
  store i64 %62, ptr %232, align 8
  %233 = getelementptr inbounds nuw i8, ptr %0, i64 416
  store i64 0, ptr %233, align 8
  br label %747

234:
  %235 = load ptr, ptr %23, align 8
  %236 = shl i64 %230, 2
  %237 = or disjoint i64 %236, 1
  %238 = getelementptr inbounds nuw i64, ptr %235, i64 %237
  %239 = load i64, ptr %238, align 8
  br label %240

240:
  %241 = phi i64 [ %239, %234 ], [ 0, %229 ]
  store i64 %241, ptr %139, align 8
  br label %242

242:
  %243 = phi i64 [ %230, %240 ], [ %157, %156 ]
  %244 = icmp eq i64 %243, -1
  br i1 %244, label %617, label %245

245:
  %246 = getelementptr inbounds nuw i8, ptr %150, i64 8
  %247 = load i64, ptr %139, align 8
  br label %248

248:
  %249 = phi i64 [ %247, %245 ], [ %614, %609 ]
  %250 = phi i64 [ %243, %245 ], [ %600, %609 ]
  %251 = load ptr, ptr %23, align 8
  %252 = shl i64 %250, 5
  %253 = getelementptr inbounds nuw i8, ptr %251, i64 %252
  %254 = getelementptr inbounds nuw i8, ptr %253, i64 16
  %255 = load i64, ptr %254, align 8
  %256 = icmp ult i64 %249, %255
  br i1 %256, label %257, label %598

257:
  %258 = load i64, ptr %140, align 8
  %259 = icmp eq i64 %258, 0
  br label %260

260:
  %261 = phi i1 [ true, %592 ], [ %259, %257 ]
  %262 = phi i64 [ %595, %592 ], [ %249, %257 ]
  br i1 %261, label %266, label %263

263:
  %264 = load i64, ptr %142, align 8
  %265 = load i64, ptr %143, align 8
  br label %566

266:
  %267 = load ptr, ptr %24, align 8
  %268 = load i64, ptr %141, align 8
  store i64 %268, ptr %25, align 8
  %269 = load i64, ptr %26, align 8
  %270 = icmp eq i64 %268, %269
  br i1 %270, label %747, label %271

271:
  %272 = shl i64 %262, 4
  %273 = getelementptr inbounds nuw i8, ptr %267, i64 %272
  %274 = load ptr, ptr %27, align 8
  %275 = add i64 %268, 1
  store i64 %275, ptr %25, align 8
  %276 = getelementptr inbounds nuw %struct.result, ptr %274, i64 %268
  store i64 %64, ptr %276, align 8
  %277 = getelementptr inbounds nuw i8, ptr %276, i64 8
  store i64 -1, ptr %277, align 8
  %278 = getelementptr inbounds nuw i8, ptr %276, i64 16
  store i64 -1, ptr %278, align 8
  %279 = load i64, ptr %273, align 8
  %280 = getelementptr inbounds nuw i8, ptr %273, i64 8
  %281 = load i64, ptr %25, align 8
  %282 = load i64, ptr %280, align 8
  %283 = icmp ult i64 %279, %282
  br i1 %283, label %284, label %563

284:
  %285 = phi i64 [ %559, %558 ], [ %282, %271 ]
  %286 = phi i64 [ %560, %558 ], [ %281, %271 ]
  %287 = phi i64 [ %561, %558 ], [ %279, %271 ]
  %288 = phi i64 [ %286, %558 ], [ %268, %271 ]
  %289 = icmp ult i64 %288, %286
  br i1 %289, label %290, label %558

290:
  %291 = phi i64 [ %553, %552 ], [ %288, %284 ]
  %292 = load i64, ptr %28, align 8
  %293 = icmp eq i64 %292, 0
  %294 = load ptr, ptr %27, align 8
  br i1 %293, label %332, label %295

295:
  %296 = getelementptr inbounds nuw %struct.result, ptr %294, i64 %291
  %297 = load i64, ptr %296, align 8
  %298 = load ptr, ptr %29, align 8
  %299 = getelementptr inbounds nuw i64, ptr %298, i64 %297
  %300 = load i64, ptr %299, align 8
  %301 = icmp eq i64 %300, 0
  br i1 %301, label %302, label %325

302:
  store i64 1, ptr %299, align 8
  %303 = load i64, ptr %30, align 8
  %304 = icmp eq i64 %303, 0
  br i1 %304, label %325, label %305

305:
  %306 = phi i64 [ %322, %321 ], [ 0, %302 ]
  %307 = load ptr, ptr %31, align 8
  %308 = getelementptr inbounds nuw i64, ptr %307, i64 %306
  %309 = load i64, ptr %308, align 8
  %310 = load i64, ptr %32, align 8
  %311 = icmp eq i64 %310, %297
  br i1 %311, label %315, label %312

312:
  store i64 %297, ptr %32, align 8
  %313 = load i64, ptr %33, align 8
  %314 = add i64 %313, 1
  store i64 %314, ptr %33, align 8
  br label %315

315:
  %316 = tail call fastcc i64 @value(ptr noundef nonnull %0, i64 noundef 0, i64 noundef %309, i64 noundef 0)
  %317 = icmp eq i64 %316, 0
  br i1 %317, label %318, label %321

318:
  %319 = load ptr, ptr %29, align 8
  %320 = getelementptr inbounds nuw i64, ptr %319, i64 %297
  store i64 2, ptr %320, align 8
  br label %321

321:
  %322 = add nuw i64 %306, 1
  %323 = load i64, ptr %30, align 8
  %324 = icmp ult i64 %322, %323
  br i1 %324, label %305, label %325

325:
  %326 = load ptr, ptr %29, align 8
  %327 = getelementptr inbounds nuw i64, ptr %326, i64 %297
  %328 = load i64, ptr %327, align 8
  %329 = icmp eq i64 %328, 1
  br i1 %329, label %330, label %552

330:
  %331 = load ptr, ptr %27, align 8
  br label %332

332:
  %333 = phi ptr [ %331, %330 ], [ %294, %290 ]
  %334 = load ptr, ptr %34, align 8
  %335 = getelementptr inbounds nuw %struct.stage, ptr %334, i64 %287
  %336 = getelementptr inbounds nuw %struct.result, ptr %333, i64 %291
  %337 = load i64, ptr %336, align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %3) #7
  %338 = load i64, ptr %335, align 8
  %339 = getelementptr inbounds nuw i8, ptr %335, i64 8
  %340 = load i64, ptr %339, align 8
  %341 = call fastcc i64 @meets(ptr noundef nonnull %0, i64 noundef 0, i64 noundef %337, i64 noundef %338, i64 noundef %340, ptr noundef %3)
  %342 = icmp eq i64 %341, 0
  %343 = load i64, ptr %3, align 8
  %344 = icmp ne i64 %343, 0
  %345 = select i1 %342, i1 %344, i1 false
  br i1 %345, label %346, label %549

346:
  %347 = getelementptr inbounds nuw i8, ptr %335, i64 16
  %348 = load i64, ptr %347, align 8
  %349 = icmp eq i64 %348, -1
  br i1 %349, label %361, label %350

350:
  %351 = getelementptr inbounds nuw i8, ptr %335, i64 24
  %352 = load i64, ptr %351, align 8
  %353 = icmp ult i64 %348, %352
  br i1 %353, label %354, label %548

354:
  %355 = getelementptr inbounds nuw i8, ptr %335, i64 32
  %356 = getelementptr inbounds nuw i8, ptr %335, i64 40
  %357 = getelementptr inbounds nuw i8, ptr %335, i64 48
  %358 = getelementptr inbounds nuw i8, ptr %335, i64 56
  %359 = getelementptr inbounds nuw i8, ptr %335, i64 64
  %360 = getelementptr inbounds nuw i8, ptr %335, i64 72
  br label %381

361:
  %362 = getelementptr inbounds nuw i8, ptr %335, i64 48
  %363 = load i64, ptr %362, align 8
  %364 = getelementptr inbounds nuw i8, ptr %335, i64 56
  %365 = load i64, ptr %364, align 8
  %366 = call fastcc i64 @meets(ptr noundef nonnull %0, i64 noundef 0, i64 noundef %337, i64 noundef %363, i64 noundef %365, ptr noundef %3)
  %367 = icmp eq i64 %366, 0
  %368 = load i64, ptr %3, align 8
  %369 = icmp ne i64 %368, 0
  %370 = select i1 %367, i1 %369, i1 false
  br i1 %370, label %371, label %549

371:
  %372 = load i64, ptr %25, align 8
  %373 = load i64, ptr %26, align 8
  %374 = icmp eq i64 %372, %373
  br i1 %374, label %546, label %375

375:
  %376 = load ptr, ptr %27, align 8
  %377 = add i64 %372, 1
  store i64 %377, ptr %25, align 8
  %378 = getelementptr inbounds nuw %struct.result, ptr %376, i64 %372
  store i64 %337, ptr %378, align 8
  %379 = getelementptr inbounds nuw i8, ptr %378, i64 8
  store i64 -1, ptr %379, align 8
  %380 = getelementptr inbounds nuw i8, ptr %378, i64 16
  store i64 %291, ptr %380, align 8
  br label %548

381:
  %382 = phi i64 [ %348, %354 ], [ %543, %542 ]
  %383 = load ptr, ptr %35, align 8
  %384 = getelementptr inbounds nuw i64, ptr %383, i64 %382
  %385 = load i64, ptr %384, align 8
  %386 = load i64, ptr %355, align 8
  %387 = load i64, ptr %356, align 8
  %388 = load ptr, ptr %36, align 8
  %389 = shl i64 %385, 5
  %390 = getelementptr inbounds nuw i8, ptr %388, i64 %389
  %391 = icmp ult i64 %386, %387
  br i1 %391, label %392, label %487

392:
  %393 = load i64, ptr %390, align 8
  %394 = icmp eq i64 %393, 0
  br i1 %394, label %479, label %395

395:
  %396 = getelementptr inbounds nuw i8, ptr %390, i64 24
  %397 = shl i64 %385, 28
  %398 = add i64 %397, 268435456
  %399 = or i64 %398, %337
  br label %401

400:
  store i64 0, ptr %3, align 8
  br label %542

401:
  %402 = phi i64 [ %386, %395 ], [ %472, %474 ]
  %403 = load ptr, ptr %37, align 8
  %404 = load i64, ptr %396, align 8
  %405 = load ptr, ptr %35, align 8
  %406 = getelementptr inbounds nuw i64, ptr %405, i64 %402
  %407 = load i64, ptr %406, align 8
  %408 = add i64 %407, %404
  %409 = shl i64 %408, 4
  %410 = getelementptr inbounds nuw i8, ptr %403, i64 %409
  %411 = getelementptr i8, ptr %406, i64 8
  %412 = load i64, ptr %411, align 8
  %413 = load i64, ptr %410, align 8
  %414 = load i64, ptr %32, align 8
  %415 = icmp eq i64 %414, %337
  br i1 %415, label %419, label %416

416:
  store i64 %337, ptr %32, align 8
  %417 = load i64, ptr %33, align 8
  %418 = add i64 %417, 1
  store i64 %418, ptr %33, align 8
  br label %419

419:
  %420 = tail call fastcc i64 @value(ptr noundef nonnull %0, i64 noundef 0, i64 noundef %413, i64 noundef 0)
  %421 = icmp eq i64 %420, 0
  br i1 %421, label %475, label %422

422:
  %423 = and i64 %412, 1
  %424 = icmp eq i64 %423, 0
  br i1 %424, label %462, label %425

425:
  %426 = shl i64 %412, 44
  %427 = or i64 %426, %399
  %428 = load i64, ptr %21, align 8
  %429 = add i64 %428, -1
  %430 = mul i64 %427, -7046029254386353131
  %431 = lshr i64 %430, 32
  %432 = xor i64 %431, %430
  %433 = load ptr, ptr %22, align 8
  %434 = and i64 %429, %432
  %435 = shl i64 %434, 1
  %436 = or disjoint i64 %435, 1
  %437 = getelementptr inbounds nuw i64, ptr %433, i64 %436
  %438 = load i64, ptr %437, align 8
  %439 = icmp eq i64 %438, 0
  br i1 %439, label %454, label %448

440:
  %441 = add i64 %450, 1
  %442 = and i64 %441, %429
  %443 = shl i64 %442, 1
  %444 = or disjoint i64 %443, 1
  %445 = getelementptr inbounds nuw i64, ptr %433, i64 %444
  %446 = load i64, ptr %445, align 8
  %447 = icmp eq i64 %446, 0
  br i1 %447, label %454, label %448

448:
  %449 = phi i64 [ %443, %440 ], [ %435, %425 ]
  %450 = phi i64 [ %442, %440 ], [ %434, %425 ]
  %451 = getelementptr inbounds nuw i64, ptr %433, i64 %449
  %452 = load i64, ptr %451, align 8
  %453 = icmp eq i64 %452, %427
  br i1 %453, label %454, label %440

454:
  %455 = phi i64 [ %435, %425 ], [ %449, %448 ], [ %443, %440 ]
  %456 = getelementptr inbounds nuw i64, ptr %433, i64 %455
  %457 = getelementptr inbounds nuw i8, ptr %456, i64 8
  %458 = load i64, ptr %457, align 8
  %459 = icmp eq i64 %458, 0
  br i1 %459, label %479, label %460

460:
  %461 = icmp eq i64 %458, 1
  br label %470

462:
  %463 = load i64, ptr %38, align 8
  %464 = add i64 %463, 1
  store i64 %464, ptr %38, align 8
  %465 = lshr exact i64 %412, 1
  %466 = getelementptr inbounds nuw i8, ptr %410, i64 8
  %467 = load i64, ptr %466, align 8
  %468 = tail call fastcc i64 @value(ptr noundef nonnull %0, i64 noundef 2, i64 noundef %465, i64 noundef %467)
  %469 = icmp ne i64 %468, 0
  br label %470

470:
  %471 = phi i1 [ %469, %462 ], [ %461, %460 ]
  %472 = add i64 %402, 2
  %473 = icmp ult i64 %472, %387
  br i1 %473, label %474, label %486

474:
  br i1 %471, label %401, label %400

475:
  %476 = add i64 %402, 2
  %477 = icmp ult i64 %476, %387
  br i1 %477, label %400, label %478

478:
  store i64 0, ptr %3, align 8
  br label %542

479:
  %480 = phi i64 [ %412, %454 ], [ %385, %392 ]
  %481 = phi i64 [ %337, %454 ], [ 0, %392 ]
  %482 = phi i64 [ %385, %454 ], [ 0, %392 ]
  %483 = phi i64 [ 9, %454 ], [ 8, %392 ]
  store i64 %480, ptr %39, align 8
  %484 = getelementptr inbounds nuw i8, ptr %0, i64 408
  store i64 %481, ptr %484, align 8
  %485 = getelementptr inbounds nuw i8, ptr %0, i64 416
  store i64 %482, ptr %485, align 8
  br label %546

486:
  br i1 %471, label %487, label %542

487:
  %488 = tail call i64 @follow(ptr noundef %0, i64 noundef %337, i64 noundef %385)
  %489 = icmp eq i64 %488, 0
  br i1 %489, label %490, label %546

490:
  %491 = load i64, ptr %39, align 8
  %492 = icmp eq i64 %491, -1
  br i1 %492, label %542, label %493

493:
  %494 = load i64, ptr %357, align 8
  %495 = load i64, ptr %358, align 8
  %496 = call fastcc i64 @meets(ptr noundef nonnull %0, i64 noundef 1, i64 noundef %491, i64 noundef %494, i64 noundef %495, ptr noundef %3)
  %497 = icmp eq i64 %496, 0
  br i1 %497, label %498, label %546

498:
  %499 = load i64, ptr %3, align 8
  %500 = icmp eq i64 %499, 0
  br i1 %500, label %542, label %501

501:
  %502 = load i64, ptr %359, align 8
  %503 = load i64, ptr %360, align 8
  %504 = icmp ult i64 %502, %503
  br i1 %504, label %508, label %532

505:
  %506 = add i64 %509, 1
  %507 = icmp eq i64 %506, %503
  br i1 %507, label %532, label %508

508:
  %509 = phi i64 [ %506, %505 ], [ %502, %501 ]
  %510 = load i64, ptr %32, align 8
  %511 = icmp eq i64 %510, %337
  br i1 %511, label %515, label %512

512:
  store i64 %337, ptr %32, align 8
  %513 = load i64, ptr %33, align 8
  %514 = add i64 %513, 1
  store i64 %514, ptr %33, align 8
  br label %515

515:
  %516 = load i64, ptr %40, align 8
  %517 = icmp eq i64 %516, %491
  br i1 %517, label %521, label %518

518:
  store i64 %491, ptr %40, align 8
  %519 = load i64, ptr %41, align 8
  %520 = add i64 %519, 1
  store i64 %520, ptr %41, align 8
  br label %521

521:
  %522 = load ptr, ptr %35, align 8
  %523 = getelementptr inbounds nuw i64, ptr %522, i64 %509
  %524 = load i64, ptr %523, align 8
  %525 = tail call fastcc i64 @value(ptr noundef nonnull %0, i64 noundef 0, i64 noundef %524, i64 noundef 0)
  %526 = load ptr, ptr %35, align 8
  %527 = getelementptr inbounds nuw i64, ptr %526, i64 %509
  %528 = load i64, ptr %527, align 8
  %529 = tail call fastcc i64 @value(ptr noundef nonnull %0, i64 noundef 1, i64 noundef %528, i64 noundef 0)
  %530 = icmp eq i64 %525, %529
  br i1 %530, label %505, label %531

531:
  store i64 0, ptr %3, align 8
  br label %542

532:
  store i64 1, ptr %3, align 8
  %533 = load i64, ptr %25, align 8
  %534 = load i64, ptr %26, align 8
  %535 = icmp eq i64 %533, %534
  br i1 %535, label %546, label %536

536:
  %537 = load ptr, ptr %27, align 8
  %538 = add i64 %533, 1
  store i64 %538, ptr %25, align 8
  %539 = getelementptr inbounds nuw %struct.result, ptr %537, i64 %533
  store i64 %491, ptr %539, align 8
  %540 = getelementptr inbounds nuw i8, ptr %539, i64 8
  store i64 %385, ptr %540, align 8
  %541 = getelementptr inbounds nuw i8, ptr %539, i64 16
  store i64 %291, ptr %541, align 8
  br label %542

542:
  %543 = add nuw i64 %382, 1
  %544 = load i64, ptr %351, align 8
  %545 = icmp ult i64 %543, %544
  br i1 %545, label %381, label %548

546:
  %547 = phi i64 [ %483, %479 ], [ %488, %487 ], [ %496, %493 ], [ 11, %532 ], [ 11, %371 ]
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %3) #7
  br label %747

548:
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %3) #7
  br label %552

549:
  %550 = phi i64 [ %341, %332 ], [ %366, %361 ]
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %3) #7
  %551 = icmp eq i64 %550, 0
  br i1 %551, label %552, label %747

552:
  %553 = add nuw i64 %291, 1
  %554 = icmp eq i64 %553, %286
  br i1 %554, label %555, label %290

555:
  %556 = load i64, ptr %25, align 8
  %557 = load i64, ptr %280, align 8
  br label %558

558:
  %559 = phi i64 [ %557, %555 ], [ %285, %284 ]
  %560 = phi i64 [ %556, %555 ], [ %286, %284 ]
  %561 = add nuw i64 %287, 1
  %562 = icmp ult i64 %561, %559
  br i1 %562, label %284, label %563

563:
  %564 = phi i64 [ %268, %271 ], [ %286, %558 ]
  %565 = phi i64 [ %281, %271 ], [ %560, %558 ]
  store i64 1, ptr %140, align 8
  store i64 %564, ptr %142, align 8
  store i64 %565, ptr %143, align 8
  br label %566

566:
  %567 = phi i64 [ %265, %263 ], [ %565, %563 ]
  %568 = phi i64 [ %264, %263 ], [ %564, %563 ]
  %569 = icmp ult i64 %568, %567
  br i1 %569, label %571, label %570

570:
  br label %578

571:
  %572 = load i64, ptr %246, align 8
  %573 = icmp eq i64 %572, 0
  br i1 %573, label %574, label %570

574:
  %575 = load i64, ptr %120, align 8
  store i64 %575, ptr %39, align 8
  %576 = getelementptr inbounds nuw i8, ptr %0, i64 408
  store i64 0, ptr %576, align 8
  %577 = getelementptr inbounds nuw i8, ptr %0, i64 416
  store i64 0, ptr %577, align 8
  br label %747

578:
  %579 = load i64, ptr %142, align 8
  %580 = load i64, ptr %143, align 8
  %581 = icmp ult i64 %579, %580
  br i1 %581, label %582, label %592

582:
  %583 = add nuw i64 %579, 1
  store i64 %583, ptr %142, align 8
  %584 = load ptr, ptr %27, align 8
  %585 = getelementptr inbounds nuw %struct.result, ptr %584, i64 %579
  %586 = load i64, ptr %585, align 8
  call void @llvm.lifetime.start.p0(i64 40, ptr nonnull %4) #7
  %587 = load i64, ptr %246, align 8
  %588 = add i64 %587, -1
  store i64 %588, ptr %4, align 8
  %589 = load i64, ptr %253, align 8
  store i64 %589, ptr %42, align 8
  store i64 %586, ptr %43, align 8
  store i64 0, ptr %44, align 8
  store i64 0, ptr %45, align 8
  %590 = load i64, ptr %120, align 8
  %591 = tail call fastcc zeroext i1 @enter(ptr noundef %0, ptr noundef nonnull byval(%struct.entry) align 8 %4, i64 noundef %590, i64 noundef %579)
  call void @llvm.lifetime.end.p0(i64 40, ptr nonnull %4) #7
  br i1 %591, label %742, label %578

592:
  %593 = load i64, ptr %141, align 8
  store i64 %593, ptr %25, align 8
  %594 = load i64, ptr %139, align 8
  %595 = add i64 %594, 1
  store i64 %595, ptr %139, align 8
  store i64 0, ptr %140, align 8
  %596 = load i64, ptr %254, align 8
  %597 = icmp ult i64 %595, %596
  br i1 %597, label %260, label %598

598:
  %599 = getelementptr inbounds nuw i8, ptr %253, i64 24
  %600 = load i64, ptr %599, align 8
  %601 = icmp eq i64 %600, 0
  br i1 %601, label %602, label %607

602:
  %603 = load i64, ptr %120, align 8
  %604 = load i64, ptr %138, align 8
  store i64 %603, ptr %39, align 8
  %605 = getelementptr inbounds nuw i8, ptr %0, i64 408
  store i64 %62, ptr %605, align 8
  %606 = getelementptr inbounds nuw i8, ptr %0, i64 416
  store i64 %604, ptr %606, align 8
  br label %747

607:
  store i64 %600, ptr %138, align 8
  %608 = icmp eq i64 %600, -1
  br i1 %608, label %615, label %609

609:
  %610 = load ptr, ptr %23, align 8
  %611 = shl i64 %600, 2
  %612 = or disjoint i64 %611, 1
  %613 = getelementptr inbounds nuw i64, ptr %610, i64 %612
  %614 = load i64, ptr %613, align 8
  store i64 %614, ptr %139, align 8
  br label %248

615:
  store i64 0, ptr %139, align 8
  %616 = load i64, ptr %120, align 8
  br label %617

617:
  %618 = phi i64 [ %616, %615 ], [ %147, %242 ]
  %619 = add i64 %618, 1
  store i64 %619, ptr %120, align 8
  store i64 0, ptr %138, align 8
  %620 = load ptr, ptr %12, align 8
  %621 = getelementptr i8, ptr %620, i64 %124
  %622 = getelementptr i8, ptr %621, i64 8
  %623 = load i64, ptr %622, align 8
  %624 = icmp ult i64 %619, %623
  br i1 %624, label %146, label %625

625:
  %626 = getelementptr inbounds i8, ptr %55, i64 -32
  %627 = load i64, ptr %626, align 8
  %628 = load i64, ptr %46, align 8
  %629 = icmp ult i64 %627, %628
  br i1 %629, label %630, label %737

630:
  %631 = getelementptr inbounds i8, ptr %55, i64 -24
  %632 = getelementptr inbounds i8, ptr %55, i64 -40
  br label %633

633:
  %634 = phi i64 [ %627, %630 ], [ %734, %732 ]
  %635 = load ptr, ptr %47, align 8
  %636 = mul i64 %634, 40
  %637 = getelementptr inbounds nuw i8, ptr %635, i64 %636
  %638 = shl i64 %634, 3
  %639 = lshr i64 %66, %638
  %640 = and i64 %639, 255
  %641 = getelementptr inbounds nuw i8, ptr %637, i64 16
  %642 = load i64, ptr %641, align 8
  %643 = icmp eq i64 %640, %642
  br i1 %643, label %732, label %644

644:
  %645 = getelementptr inbounds nuw i8, ptr %637, i64 8
  %646 = load i64, ptr %637, align 8
  %647 = load i64, ptr %631, align 8
  %648 = add i64 %647, %646
  %649 = load i64, ptr %645, align 8
  %650 = icmp ult i64 %648, %649
  br i1 %650, label %651, label %732

651:
  %652 = getelementptr inbounds nuw i8, ptr %637, i64 24
  %653 = getelementptr inbounds nuw i8, ptr %637, i64 32
  br label %654

654:
  %655 = phi i64 [ %648, %651 ], [ %727, %724 ]
  %656 = load ptr, ptr %35, align 8
  %657 = getelementptr inbounds nuw i64, ptr %656, i64 %655
  %658 = load i64, ptr %657, align 8
  %659 = tail call i64 @follow(ptr noundef nonnull %0, i64 noundef %64, i64 noundef %658)
  %660 = icmp eq i64 %659, 0
  br i1 %660, label %661, label %747

661:
  %662 = load i64, ptr %39, align 8
  %663 = icmp eq i64 %662, -1
  %664 = icmp eq i64 %662, %64
  %665 = select i1 %663, i1 true, i1 %664
  br i1 %665, label %700, label %666

666:
  %667 = load i64, ptr %652, align 8
  %668 = load i64, ptr %653, align 8
  %669 = icmp ult i64 %667, %668
  br i1 %669, label %673, label %696

670:
  %671 = add i64 %674, 1
  %672 = icmp eq i64 %671, %668
  br i1 %672, label %696, label %673

673:
  %674 = phi i64 [ %671, %670 ], [ %667, %666 ]
  %675 = load i64, ptr %32, align 8
  %676 = icmp eq i64 %675, %64
  br i1 %676, label %680, label %677

677:
  store i64 %64, ptr %32, align 8
  %678 = load i64, ptr %33, align 8
  %679 = add i64 %678, 1
  store i64 %679, ptr %33, align 8
  br label %680

680:
  %681 = load i64, ptr %40, align 8
  %682 = icmp eq i64 %681, %662
  br i1 %682, label %686, label %683

683:
  store i64 %662, ptr %40, align 8
  %684 = load i64, ptr %41, align 8
  %685 = add i64 %684, 1
  store i64 %685, ptr %41, align 8
  br label %686

686:
  %687 = load ptr, ptr %35, align 8
  %688 = getelementptr inbounds nuw i64, ptr %687, i64 %674
  %689 = load i64, ptr %688, align 8
  %690 = tail call fastcc i64 @value(ptr noundef nonnull %0, i64 noundef 0, i64 noundef %689, i64 noundef 0)
  %691 = load ptr, ptr %35, align 8
  %692 = getelementptr inbounds nuw i64, ptr %691, i64 %674
  %693 = load i64, ptr %692, align 8
  %694 = tail call fastcc i64 @value(ptr noundef nonnull %0, i64 noundef 1, i64 noundef %693, i64 noundef 0)
  %695 = icmp eq i64 %690, %694
  br i1 %695, label %670, label %700

696:
  %697 = load i64, ptr %632, align 8
  store i64 %697, ptr %25, align 8
  %698 = load i64, ptr %26, align 8
  %699 = icmp eq i64 %697, %698
  br i1 %699, label %747, label %704

700:
  %701 = load i64, ptr %632, align 8
  store i64 %701, ptr %25, align 8
  %702 = load i64, ptr %631, align 8
  %703 = add i64 %702, 1
  store i64 %703, ptr %631, align 8
  br label %724

704:
  %705 = load ptr, ptr %27, align 8
  %706 = add i64 %697, 1
  store i64 %706, ptr %25, align 8
  %707 = getelementptr inbounds nuw %struct.result, ptr %705, i64 %697
  store i64 %662, ptr %707, align 8
  %708 = getelementptr inbounds nuw i8, ptr %707, i64 8
  store i64 %658, ptr %708, align 8
  %709 = getelementptr inbounds nuw i8, ptr %707, i64 16
  store i64 -1, ptr %709, align 8
  %710 = load i64, ptr %631, align 8
  %711 = add i64 %710, 1
  store i64 %711, ptr %631, align 8
  call void @llvm.lifetime.start.p0(i64 40, ptr nonnull %2) #7
  store i64 %60, ptr %2, align 8
  store i64 %62, ptr %48, align 8
  store i64 %662, ptr %49, align 8
  store i64 %66, ptr %50, align 8
  store i64 0, ptr %51, align 8
  %712 = load i64, ptr %641, align 8
  %713 = icmp eq i64 %712, -1
  br i1 %713, label %719, label %714

714:
  %715 = load i64, ptr %626, align 8
  %716 = shl i64 %715, 3
  %717 = shl nuw i64 1, %716
  %718 = add i64 %717, %66
  store i64 %718, ptr %50, align 8
  br label %719

719:
  %720 = load i64, ptr %632, align 8
  %721 = tail call fastcc zeroext i1 @enter(ptr noundef nonnull %0, ptr noundef nonnull byval(%struct.entry) align 8 %2, i64 noundef -1, i64 noundef %720)
  call void @llvm.lifetime.end.p0(i64 40, ptr nonnull %2) #7
  br i1 %721, label %742, label %722

722:
  %723 = load i64, ptr %631, align 8
  br label %724

724:
  %725 = phi i64 [ %723, %722 ], [ %703, %700 ]
  %726 = load i64, ptr %637, align 8
  %727 = add i64 %726, %725
  %728 = load i64, ptr %645, align 8
  %729 = icmp ult i64 %727, %728
  br i1 %729, label %654, label %730

730:
  %731 = load i64, ptr %626, align 8
  br label %732

732:
  %733 = phi i64 [ %731, %730 ], [ %634, %644 ], [ %634, %633 ]
  %734 = add i64 %733, 1
  store i64 %734, ptr %626, align 8
  store i64 0, ptr %631, align 8
  %735 = load i64, ptr %46, align 8
  %736 = icmp ult i64 %734, %735
  br i1 %736, label %633, label %737

737:
  %738 = getelementptr inbounds i8, ptr %55, i64 -40
  %739 = load i64, ptr %738, align 8
  store i64 %739, ptr %25, align 8
  %740 = load i64, ptr %5, align 8
  %741 = add i64 %740, -1
  store i64 %741, ptr %5, align 8
  br label %744

742:
  %743 = load i64, ptr %5, align 8
  br label %744

744:
  %745 = phi i64 [ %743, %742 ], [ %741, %737 ]
  %746 = icmp eq i64 %745, 0
  br i1 %746, label %747, label %52

747:
  %748 = phi i64 [ 11, %116 ], [ 4, %77 ], [ %547, %546 ], [ 7, %574 ], [ 6, %602 ], [ 5, %153 ], [ 6, %231 ], [ 2, %1 ], [ %550, %549 ], [ 11, %266 ], [ %659, %654 ], [ 11, %696 ], [ 2, %744 ], [ 1, %101 ], [ 3, %105 ], [ 3, %109 ]
  ret i64 %748
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

define internal fastcc range(i64 0, 10) i64 @meets(ptr noundef %0, i64 noundef range(i64 0, 2) %1, i64 noundef %2, i64 noundef %3, i64 noundef %4, ptr nocapture noundef nonnull writeonly initializes((0, 8)) %5) unnamed_addr #2 {
  store i64 1, ptr %5, align 8
  %7 = icmp ult i64 %3, %4
  br i1 %7, label %8, label %82

8:
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 232
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 264
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 256
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
  %74 = getelementptr inbounds nuw i8, ptr %0, i64 400
  store i64 %23, ptr %74, align 8
  %75 = getelementptr inbounds nuw i8, ptr %0, i64 408
  store i64 %2, ptr %75, align 8
  %76 = getelementptr inbounds nuw i8, ptr %0, i64 416
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

attributes #0 = { nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { nofree nosync nounwind memory(readwrite, inaccessiblemem: none) }
attributes #3 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #4 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) }
attributes #5 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #7 = { nounwind }
