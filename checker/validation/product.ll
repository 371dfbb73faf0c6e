; Generated from product.c by `make runtime`: change that file, not this one.
; SHA-256 of product.c: 442a79421c0c5b74eb59195fcbe9ed9ea1e20d705280328ed4f3c42be85d3ccd
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
  br i1 %7, label %709, label %8

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
  %53 = phi i64 [ %6, %8 ], [ %707, %706 ]
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
  br label %709

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
  br i1 %104, label %709, label %105

105:
  %106 = load i64, ptr %17, align 8
  %107 = and i64 %106, 255
  %108 = icmp eq i64 %107, 0
  br i1 %108, label %709, label %109

109:
  %110 = load i64, ptr %18, align 8
  %111 = icmp eq i64 %106, %110
  br i1 %111, label %709, label %112

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
  br label %709

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
  br i1 %136, label %137, label %587

137:
  %138 = getelementptr inbounds i8, ptr %55, i64 -80
  %139 = getelementptr inbounds i8, ptr %55, i64 -72
  %140 = getelementptr inbounds i8, ptr %55, i64 -64
  %141 = getelementptr inbounds i8, ptr %55, i64 -40
  %142 = getelementptr inbounds i8, ptr %55, i64 -56
  %143 = getelementptr inbounds i8, ptr %55, i64 -48
  %144 = or i64 %62, -9223372036854775808
  br label %145

145:
  %146 = phi i64 [ %132, %137 ], [ %581, %579 ]
  %147 = load ptr, ptr %20, align 8
  %148 = shl i64 %146, 4
  %149 = getelementptr inbounds nuw i8, ptr %147, i64 %148
  %150 = load i64, ptr %149, align 8
  %151 = icmp eq i64 %150, 0
  br i1 %151, label %152, label %155

152:
  store i64 %146, ptr %39, align 8
  %153 = getelementptr inbounds nuw i8, ptr %0, i64 408
  store i64 0, ptr %153, align 8
  %154 = getelementptr inbounds nuw i8, ptr %0, i64 416
  store i64 0, ptr %154, align 8
  br label %709

155:
  %156 = load i64, ptr %138, align 8
  %157 = icmp eq i64 %156, 0
  br i1 %157, label %158, label %204

158:
  %159 = shl i64 %150, 32
  %160 = add i64 %159, 9223372032559808512
  %161 = or i64 %160, %144
  %162 = load i64, ptr %21, align 8
  %163 = add i64 %162, -1
  %164 = mul i64 %161, -7046029254386353131
  %165 = lshr i64 %164, 32
  %166 = xor i64 %165, %164
  %167 = load ptr, ptr %22, align 8
  %168 = and i64 %163, %166
  %169 = shl i64 %168, 1
  %170 = or disjoint i64 %169, 1
  %171 = getelementptr inbounds nuw i64, ptr %167, i64 %170
  %172 = load i64, ptr %171, align 8
  %173 = icmp eq i64 %172, 0
  br i1 %173, label %188, label %182

174:
  %175 = add i64 %184, 1
  %176 = and i64 %175, %163
  %177 = shl i64 %176, 1
  %178 = or disjoint i64 %177, 1
  %179 = getelementptr inbounds nuw i64, ptr %167, i64 %178
  %180 = load i64, ptr %179, align 8
  %181 = icmp eq i64 %180, 0
  br i1 %181, label %188, label %182

182:
  %183 = phi i64 [ %177, %174 ], [ %169, %158 ]
  %184 = phi i64 [ %176, %174 ], [ %168, %158 ]
  %185 = getelementptr inbounds nuw i64, ptr %167, i64 %183
  %186 = load i64, ptr %185, align 8
  %187 = icmp eq i64 %186, %161
  br i1 %187, label %188, label %174

188:
  %189 = phi i64 [ %169, %158 ], [ %177, %174 ], [ %183, %182 ]
  %190 = getelementptr inbounds nuw i64, ptr %167, i64 %189
  %191 = getelementptr inbounds nuw i8, ptr %190, i64 8
  %192 = load i64, ptr %191, align 8
  store i64 %192, ptr %138, align 8
  switch i64 %192, label %196 [
    i64 0, label %193
    i64 -1, label %202
  ]

193:
  store i64 %146, ptr %39, align 8
  %194 = getelementptr inbounds nuw i8, ptr %0, i64 408
  store i64 %62, ptr %194, align 8
  %195 = getelementptr inbounds nuw i8, ptr %0, i64 416
  store i64 0, ptr %195, align 8
  br label %709

196:
  %197 = load ptr, ptr %23, align 8
  %198 = shl i64 %192, 2
  %199 = or disjoint i64 %198, 1
  %200 = getelementptr inbounds nuw i64, ptr %197, i64 %199
  %201 = load i64, ptr %200, align 8
  br label %202

202:
  %203 = phi i64 [ %201, %196 ], [ 0, %188 ]
  store i64 %203, ptr %139, align 8
  br label %204

204:
  %205 = phi i64 [ %192, %202 ], [ %156, %155 ]
  %206 = icmp eq i64 %205, -1
  br i1 %206, label %579, label %207

207:
  %208 = getelementptr inbounds nuw i8, ptr %149, i64 8
  %209 = load i64, ptr %139, align 8
  br label %210

210:
  %211 = phi i64 [ %209, %207 ], [ %576, %571 ]
  %212 = phi i64 [ %205, %207 ], [ %562, %571 ]
  %213 = load ptr, ptr %23, align 8
  %214 = shl i64 %212, 5
  %215 = getelementptr inbounds nuw i8, ptr %213, i64 %214
  %216 = getelementptr inbounds nuw i8, ptr %215, i64 16
  %217 = load i64, ptr %216, align 8
  %218 = icmp ult i64 %211, %217
  br i1 %218, label %219, label %560

219:
  %220 = load i64, ptr %140, align 8
  %221 = icmp eq i64 %220, 0
  br label %222

222:
  %223 = phi i1 [ true, %554 ], [ %221, %219 ]
  %224 = phi i64 [ %557, %554 ], [ %211, %219 ]
  br i1 %223, label %228, label %225

225:
  %226 = load i64, ptr %142, align 8
  %227 = load i64, ptr %143, align 8
  br label %528

228:
  %229 = load ptr, ptr %24, align 8
  %230 = load i64, ptr %141, align 8
  store i64 %230, ptr %25, align 8
  %231 = load i64, ptr %26, align 8
  %232 = icmp eq i64 %230, %231
  br i1 %232, label %709, label %233

233:
  %234 = shl i64 %224, 4
  %235 = getelementptr inbounds nuw i8, ptr %229, i64 %234
  %236 = load ptr, ptr %27, align 8
  %237 = add i64 %230, 1
  store i64 %237, ptr %25, align 8
  %238 = getelementptr inbounds nuw %struct.result, ptr %236, i64 %230
  store i64 %64, ptr %238, align 8
  %239 = getelementptr inbounds nuw i8, ptr %238, i64 8
  store i64 -1, ptr %239, align 8
  %240 = getelementptr inbounds nuw i8, ptr %238, i64 16
  store i64 -1, ptr %240, align 8
  %241 = load i64, ptr %235, align 8
  %242 = getelementptr inbounds nuw i8, ptr %235, i64 8
  %243 = load i64, ptr %25, align 8
  %244 = load i64, ptr %242, align 8
  %245 = icmp ult i64 %241, %244
  br i1 %245, label %246, label %525

246:
  %247 = phi i64 [ %521, %520 ], [ %244, %233 ]
  %248 = phi i64 [ %522, %520 ], [ %243, %233 ]
  %249 = phi i64 [ %523, %520 ], [ %241, %233 ]
  %250 = phi i64 [ %248, %520 ], [ %230, %233 ]
  %251 = icmp ult i64 %250, %248
  br i1 %251, label %252, label %520

252:
  %253 = phi i64 [ %515, %514 ], [ %250, %246 ]
  %254 = load i64, ptr %28, align 8
  %255 = icmp eq i64 %254, 0
  %256 = load ptr, ptr %27, align 8
  br i1 %255, label %294, label %257

257:
  %258 = getelementptr inbounds nuw %struct.result, ptr %256, i64 %253
  %259 = load i64, ptr %258, align 8
  %260 = load ptr, ptr %29, align 8
  %261 = getelementptr inbounds nuw i64, ptr %260, i64 %259
  %262 = load i64, ptr %261, align 8
  %263 = icmp eq i64 %262, 0
  br i1 %263, label %264, label %287

264:
  store i64 1, ptr %261, align 8
  %265 = load i64, ptr %30, align 8
  %266 = icmp eq i64 %265, 0
  br i1 %266, label %287, label %267

267:
  %268 = phi i64 [ %284, %283 ], [ 0, %264 ]
  %269 = load ptr, ptr %31, align 8
  %270 = getelementptr inbounds nuw i64, ptr %269, i64 %268
  %271 = load i64, ptr %270, align 8
  %272 = load i64, ptr %32, align 8
  %273 = icmp eq i64 %272, %259
  br i1 %273, label %277, label %274

274:
  store i64 %259, ptr %32, align 8
  %275 = load i64, ptr %33, align 8
  %276 = add i64 %275, 1
  store i64 %276, ptr %33, align 8
  br label %277

277:
  %278 = tail call fastcc i64 @value(ptr noundef nonnull %0, i64 noundef 0, i64 noundef %271, i64 noundef 0)
  %279 = icmp eq i64 %278, 0
  br i1 %279, label %280, label %283

280:
  %281 = load ptr, ptr %29, align 8
  %282 = getelementptr inbounds nuw i64, ptr %281, i64 %259
  store i64 2, ptr %282, align 8
  br label %283

283:
  %284 = add nuw i64 %268, 1
  %285 = load i64, ptr %30, align 8
  %286 = icmp ult i64 %284, %285
  br i1 %286, label %267, label %287

287:
  %288 = load ptr, ptr %29, align 8
  %289 = getelementptr inbounds nuw i64, ptr %288, i64 %259
  %290 = load i64, ptr %289, align 8
  %291 = icmp eq i64 %290, 1
  br i1 %291, label %292, label %514

292:
  %293 = load ptr, ptr %27, align 8
  br label %294

294:
  %295 = phi ptr [ %293, %292 ], [ %256, %252 ]
  %296 = load ptr, ptr %34, align 8
  %297 = getelementptr inbounds nuw %struct.stage, ptr %296, i64 %249
  %298 = getelementptr inbounds nuw %struct.result, ptr %295, i64 %253
  %299 = load i64, ptr %298, align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %3) #7
  %300 = load i64, ptr %297, align 8
  %301 = getelementptr inbounds nuw i8, ptr %297, i64 8
  %302 = load i64, ptr %301, align 8
  %303 = call fastcc i64 @meets(ptr noundef nonnull %0, i64 noundef 0, i64 noundef %299, i64 noundef %300, i64 noundef %302, ptr noundef %3)
  %304 = icmp eq i64 %303, 0
  %305 = load i64, ptr %3, align 8
  %306 = icmp ne i64 %305, 0
  %307 = select i1 %304, i1 %306, i1 false
  br i1 %307, label %308, label %511

308:
  %309 = getelementptr inbounds nuw i8, ptr %297, i64 16
  %310 = load i64, ptr %309, align 8
  %311 = icmp eq i64 %310, -1
  br i1 %311, label %323, label %312

312:
  %313 = getelementptr inbounds nuw i8, ptr %297, i64 24
  %314 = load i64, ptr %313, align 8
  %315 = icmp ult i64 %310, %314
  br i1 %315, label %316, label %510

316:
  %317 = getelementptr inbounds nuw i8, ptr %297, i64 32
  %318 = getelementptr inbounds nuw i8, ptr %297, i64 40
  %319 = getelementptr inbounds nuw i8, ptr %297, i64 48
  %320 = getelementptr inbounds nuw i8, ptr %297, i64 56
  %321 = getelementptr inbounds nuw i8, ptr %297, i64 64
  %322 = getelementptr inbounds nuw i8, ptr %297, i64 72
  br label %343

323:
  %324 = getelementptr inbounds nuw i8, ptr %297, i64 48
  %325 = load i64, ptr %324, align 8
  %326 = getelementptr inbounds nuw i8, ptr %297, i64 56
  %327 = load i64, ptr %326, align 8
  %328 = call fastcc i64 @meets(ptr noundef nonnull %0, i64 noundef 0, i64 noundef %299, i64 noundef %325, i64 noundef %327, ptr noundef %3)
  %329 = icmp eq i64 %328, 0
  %330 = load i64, ptr %3, align 8
  %331 = icmp ne i64 %330, 0
  %332 = select i1 %329, i1 %331, i1 false
  br i1 %332, label %333, label %511

333:
  %334 = load i64, ptr %25, align 8
  %335 = load i64, ptr %26, align 8
  %336 = icmp eq i64 %334, %335
  br i1 %336, label %508, label %337

337:
  %338 = load ptr, ptr %27, align 8
  %339 = add i64 %334, 1
  store i64 %339, ptr %25, align 8
  %340 = getelementptr inbounds nuw %struct.result, ptr %338, i64 %334
  store i64 %299, ptr %340, align 8
  %341 = getelementptr inbounds nuw i8, ptr %340, i64 8
  store i64 -1, ptr %341, align 8
  %342 = getelementptr inbounds nuw i8, ptr %340, i64 16
  store i64 %253, ptr %342, align 8
  br label %510

343:
  %344 = phi i64 [ %310, %316 ], [ %505, %504 ]
  %345 = load ptr, ptr %35, align 8
  %346 = getelementptr inbounds nuw i64, ptr %345, i64 %344
  %347 = load i64, ptr %346, align 8
  %348 = load i64, ptr %317, align 8
  %349 = load i64, ptr %318, align 8
  %350 = load ptr, ptr %36, align 8
  %351 = shl i64 %347, 5
  %352 = getelementptr inbounds nuw i8, ptr %350, i64 %351
  %353 = icmp ult i64 %348, %349
  br i1 %353, label %354, label %449

354:
  %355 = load i64, ptr %352, align 8
  %356 = icmp eq i64 %355, 0
  br i1 %356, label %441, label %357

357:
  %358 = getelementptr inbounds nuw i8, ptr %352, i64 24
  %359 = shl i64 %347, 28
  %360 = add i64 %359, 268435456
  %361 = or i64 %360, %299
  br label %363

362:
  store i64 0, ptr %3, align 8
  br label %504

363:
  %364 = phi i64 [ %348, %357 ], [ %434, %436 ]
  %365 = load ptr, ptr %37, align 8
  %366 = load i64, ptr %358, align 8
  %367 = load ptr, ptr %35, align 8
  %368 = getelementptr inbounds nuw i64, ptr %367, i64 %364
  %369 = load i64, ptr %368, align 8
  %370 = add i64 %369, %366
  %371 = shl i64 %370, 4
  %372 = getelementptr inbounds nuw i8, ptr %365, i64 %371
  %373 = getelementptr i8, ptr %368, i64 8
  %374 = load i64, ptr %373, align 8
  %375 = load i64, ptr %372, align 8
  %376 = load i64, ptr %32, align 8
  %377 = icmp eq i64 %376, %299
  br i1 %377, label %381, label %378

378:
  store i64 %299, ptr %32, align 8
  %379 = load i64, ptr %33, align 8
  %380 = add i64 %379, 1
  store i64 %380, ptr %33, align 8
  br label %381

381:
  %382 = tail call fastcc i64 @value(ptr noundef nonnull %0, i64 noundef 0, i64 noundef %375, i64 noundef 0)
  %383 = icmp eq i64 %382, 0
  br i1 %383, label %437, label %384

384:
  %385 = and i64 %374, 1
  %386 = icmp eq i64 %385, 0
  br i1 %386, label %424, label %387

387:
  %388 = shl i64 %374, 44
  %389 = or i64 %388, %361
  %390 = load i64, ptr %21, align 8
  %391 = add i64 %390, -1
  %392 = mul i64 %389, -7046029254386353131
  %393 = lshr i64 %392, 32
  %394 = xor i64 %393, %392
  %395 = load ptr, ptr %22, align 8
  %396 = and i64 %391, %394
  %397 = shl i64 %396, 1
  %398 = or disjoint i64 %397, 1
  %399 = getelementptr inbounds nuw i64, ptr %395, i64 %398
  %400 = load i64, ptr %399, align 8
  %401 = icmp eq i64 %400, 0
  br i1 %401, label %416, label %410

402:
  %403 = add i64 %412, 1
  %404 = and i64 %403, %391
  %405 = shl i64 %404, 1
  %406 = or disjoint i64 %405, 1
  %407 = getelementptr inbounds nuw i64, ptr %395, i64 %406
  %408 = load i64, ptr %407, align 8
  %409 = icmp eq i64 %408, 0
  br i1 %409, label %416, label %410

410:
  %411 = phi i64 [ %405, %402 ], [ %397, %387 ]
  %412 = phi i64 [ %404, %402 ], [ %396, %387 ]
  %413 = getelementptr inbounds nuw i64, ptr %395, i64 %411
  %414 = load i64, ptr %413, align 8
  %415 = icmp eq i64 %414, %389
  br i1 %415, label %416, label %402

416:
  %417 = phi i64 [ %397, %387 ], [ %411, %410 ], [ %405, %402 ]
  %418 = getelementptr inbounds nuw i64, ptr %395, i64 %417
  %419 = getelementptr inbounds nuw i8, ptr %418, i64 8
  %420 = load i64, ptr %419, align 8
  %421 = icmp eq i64 %420, 0
  br i1 %421, label %441, label %422

422:
  %423 = icmp eq i64 %420, 1
  br label %432

424:
  %425 = load i64, ptr %38, align 8
  %426 = add i64 %425, 1
  store i64 %426, ptr %38, align 8
  %427 = lshr exact i64 %374, 1
  %428 = getelementptr inbounds nuw i8, ptr %372, i64 8
  %429 = load i64, ptr %428, align 8
  %430 = tail call fastcc i64 @value(ptr noundef nonnull %0, i64 noundef 2, i64 noundef %427, i64 noundef %429)
  %431 = icmp ne i64 %430, 0
  br label %432

432:
  %433 = phi i1 [ %431, %424 ], [ %423, %422 ]
  %434 = add i64 %364, 2
  %435 = icmp ult i64 %434, %349
  br i1 %435, label %436, label %448

436:
  br i1 %433, label %363, label %362

437:
  %438 = add i64 %364, 2
  %439 = icmp ult i64 %438, %349
  br i1 %439, label %362, label %440

440:
  store i64 0, ptr %3, align 8
  br label %504

441:
  %442 = phi i64 [ %374, %416 ], [ %347, %354 ]
  %443 = phi i64 [ %299, %416 ], [ 0, %354 ]
  %444 = phi i64 [ %347, %416 ], [ 0, %354 ]
  %445 = phi i64 [ 9, %416 ], [ 8, %354 ]
  store i64 %442, ptr %39, align 8
  %446 = getelementptr inbounds nuw i8, ptr %0, i64 408
  store i64 %443, ptr %446, align 8
  %447 = getelementptr inbounds nuw i8, ptr %0, i64 416
  store i64 %444, ptr %447, align 8
  br label %508

448:
  br i1 %433, label %449, label %504

449:
  %450 = tail call i64 @follow(ptr noundef %0, i64 noundef %299, i64 noundef %347)
  %451 = icmp eq i64 %450, 0
  br i1 %451, label %452, label %508

452:
  %453 = load i64, ptr %39, align 8
  %454 = icmp eq i64 %453, -1
  br i1 %454, label %504, label %455

455:
  %456 = load i64, ptr %319, align 8
  %457 = load i64, ptr %320, align 8
  %458 = call fastcc i64 @meets(ptr noundef nonnull %0, i64 noundef 1, i64 noundef %453, i64 noundef %456, i64 noundef %457, ptr noundef %3)
  %459 = icmp eq i64 %458, 0
  br i1 %459, label %460, label %508

460:
  %461 = load i64, ptr %3, align 8
  %462 = icmp eq i64 %461, 0
  br i1 %462, label %504, label %463

463:
  %464 = load i64, ptr %321, align 8
  %465 = load i64, ptr %322, align 8
  %466 = icmp ult i64 %464, %465
  br i1 %466, label %470, label %494

467:
  %468 = add i64 %471, 1
  %469 = icmp eq i64 %468, %465
  br i1 %469, label %494, label %470

470:
  %471 = phi i64 [ %468, %467 ], [ %464, %463 ]
  %472 = load i64, ptr %32, align 8
  %473 = icmp eq i64 %472, %299
  br i1 %473, label %477, label %474

474:
  store i64 %299, ptr %32, align 8
  %475 = load i64, ptr %33, align 8
  %476 = add i64 %475, 1
  store i64 %476, ptr %33, align 8
  br label %477

477:
  %478 = load i64, ptr %40, align 8
  %479 = icmp eq i64 %478, %453
  br i1 %479, label %483, label %480

480:
  store i64 %453, ptr %40, align 8
  %481 = load i64, ptr %41, align 8
  %482 = add i64 %481, 1
  store i64 %482, ptr %41, align 8
  br label %483

483:
  %484 = load ptr, ptr %35, align 8
  %485 = getelementptr inbounds nuw i64, ptr %484, i64 %471
  %486 = load i64, ptr %485, align 8
  %487 = tail call fastcc i64 @value(ptr noundef nonnull %0, i64 noundef 0, i64 noundef %486, i64 noundef 0)
  %488 = load ptr, ptr %35, align 8
  %489 = getelementptr inbounds nuw i64, ptr %488, i64 %471
  %490 = load i64, ptr %489, align 8
  %491 = tail call fastcc i64 @value(ptr noundef nonnull %0, i64 noundef 1, i64 noundef %490, i64 noundef 0)
  %492 = icmp eq i64 %487, %491
  br i1 %492, label %467, label %493

493:
  store i64 0, ptr %3, align 8
  br label %504

494:
  store i64 1, ptr %3, align 8
  %495 = load i64, ptr %25, align 8
  %496 = load i64, ptr %26, align 8
  %497 = icmp eq i64 %495, %496
  br i1 %497, label %508, label %498

498:
  %499 = load ptr, ptr %27, align 8
  %500 = add i64 %495, 1
  store i64 %500, ptr %25, align 8
  %501 = getelementptr inbounds nuw %struct.result, ptr %499, i64 %495
  store i64 %453, ptr %501, align 8
  %502 = getelementptr inbounds nuw i8, ptr %501, i64 8
  store i64 %347, ptr %502, align 8
  %503 = getelementptr inbounds nuw i8, ptr %501, i64 16
  store i64 %253, ptr %503, align 8
  br label %504

504:
  %505 = add nuw i64 %344, 1
  %506 = load i64, ptr %313, align 8
  %507 = icmp ult i64 %505, %506
  br i1 %507, label %343, label %510

508:
  %509 = phi i64 [ %445, %441 ], [ %450, %449 ], [ %458, %455 ], [ 11, %494 ], [ 11, %333 ]
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %3) #7
  br label %709

510:
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %3) #7
  br label %514

511:
  %512 = phi i64 [ %303, %294 ], [ %328, %323 ]
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %3) #7
  %513 = icmp eq i64 %512, 0
  br i1 %513, label %514, label %709

514:
  %515 = add nuw i64 %253, 1
  %516 = icmp eq i64 %515, %248
  br i1 %516, label %517, label %252

517:
  %518 = load i64, ptr %25, align 8
  %519 = load i64, ptr %242, align 8
  br label %520

520:
  %521 = phi i64 [ %519, %517 ], [ %247, %246 ]
  %522 = phi i64 [ %518, %517 ], [ %248, %246 ]
  %523 = add nuw i64 %249, 1
  %524 = icmp ult i64 %523, %521
  br i1 %524, label %246, label %525

525:
  %526 = phi i64 [ %230, %233 ], [ %248, %520 ]
  %527 = phi i64 [ %243, %233 ], [ %522, %520 ]
  store i64 1, ptr %140, align 8
  store i64 %526, ptr %142, align 8
  store i64 %527, ptr %143, align 8
  br label %528

528:
  %529 = phi i64 [ %227, %225 ], [ %527, %525 ]
  %530 = phi i64 [ %226, %225 ], [ %526, %525 ]
  %531 = icmp ult i64 %530, %529
  br i1 %531, label %533, label %532

532:
  br label %540

533:
  %534 = load i64, ptr %208, align 8
  %535 = icmp eq i64 %534, 0
  br i1 %535, label %536, label %532

536:
  %537 = load i64, ptr %120, align 8
  store i64 %537, ptr %39, align 8
  %538 = getelementptr inbounds nuw i8, ptr %0, i64 408
  store i64 0, ptr %538, align 8
  %539 = getelementptr inbounds nuw i8, ptr %0, i64 416
  store i64 0, ptr %539, align 8
  br label %709

540:
  %541 = load i64, ptr %142, align 8
  %542 = load i64, ptr %143, align 8
  %543 = icmp ult i64 %541, %542
  br i1 %543, label %544, label %554

544:
  %545 = add nuw i64 %541, 1
  store i64 %545, ptr %142, align 8
  %546 = load ptr, ptr %27, align 8
  %547 = getelementptr inbounds nuw %struct.result, ptr %546, i64 %541
  %548 = load i64, ptr %547, align 8
  call void @llvm.lifetime.start.p0(i64 40, ptr nonnull %4) #7
  %549 = load i64, ptr %208, align 8
  %550 = add i64 %549, -1
  store i64 %550, ptr %4, align 8
  %551 = load i64, ptr %215, align 8
  store i64 %551, ptr %42, align 8
  store i64 %548, ptr %43, align 8
  store i64 0, ptr %44, align 8
  store i64 0, ptr %45, align 8
  %552 = load i64, ptr %120, align 8
  %553 = tail call fastcc zeroext i1 @enter(ptr noundef %0, ptr noundef nonnull byval(%struct.entry) align 8 %4, i64 noundef %552, i64 noundef %541)
  call void @llvm.lifetime.end.p0(i64 40, ptr nonnull %4) #7
  br i1 %553, label %704, label %540

554:
  %555 = load i64, ptr %141, align 8
  store i64 %555, ptr %25, align 8
  %556 = load i64, ptr %139, align 8
  %557 = add i64 %556, 1
  store i64 %557, ptr %139, align 8
  store i64 0, ptr %140, align 8
  %558 = load i64, ptr %216, align 8
  %559 = icmp ult i64 %557, %558
  br i1 %559, label %222, label %560

560:
  %561 = getelementptr inbounds nuw i8, ptr %215, i64 24
  %562 = load i64, ptr %561, align 8
  %563 = icmp eq i64 %562, 0
  br i1 %563, label %564, label %569

564:
  %565 = load i64, ptr %120, align 8
  %566 = load i64, ptr %138, align 8
  store i64 %565, ptr %39, align 8
  %567 = getelementptr inbounds nuw i8, ptr %0, i64 408
  store i64 %62, ptr %567, align 8
  %568 = getelementptr inbounds nuw i8, ptr %0, i64 416
  store i64 %566, ptr %568, align 8
  br label %709

569:
  store i64 %562, ptr %138, align 8
  %570 = icmp eq i64 %562, -1
  br i1 %570, label %577, label %571

571:
  %572 = load ptr, ptr %23, align 8
  %573 = shl i64 %562, 2
  %574 = or disjoint i64 %573, 1
  %575 = getelementptr inbounds nuw i64, ptr %572, i64 %574
  %576 = load i64, ptr %575, align 8
  store i64 %576, ptr %139, align 8
  br label %210

577:
  store i64 0, ptr %139, align 8
  %578 = load i64, ptr %120, align 8
  br label %579

579:
  %580 = phi i64 [ %578, %577 ], [ %146, %204 ]
  %581 = add i64 %580, 1
  store i64 %581, ptr %120, align 8
  store i64 0, ptr %138, align 8
  %582 = load ptr, ptr %12, align 8
  %583 = getelementptr i8, ptr %582, i64 %124
  %584 = getelementptr i8, ptr %583, i64 8
  %585 = load i64, ptr %584, align 8
  %586 = icmp ult i64 %581, %585
  br i1 %586, label %145, label %587

587:
  %588 = getelementptr inbounds i8, ptr %55, i64 -32
  %589 = load i64, ptr %588, align 8
  %590 = load i64, ptr %46, align 8
  %591 = icmp ult i64 %589, %590
  br i1 %591, label %592, label %699

592:
  %593 = getelementptr inbounds i8, ptr %55, i64 -24
  %594 = getelementptr inbounds i8, ptr %55, i64 -40
  br label %595

595:
  %596 = phi i64 [ %589, %592 ], [ %696, %694 ]
  %597 = load ptr, ptr %47, align 8
  %598 = mul i64 %596, 40
  %599 = getelementptr inbounds nuw i8, ptr %597, i64 %598
  %600 = shl i64 %596, 3
  %601 = lshr i64 %66, %600
  %602 = and i64 %601, 255
  %603 = getelementptr inbounds nuw i8, ptr %599, i64 16
  %604 = load i64, ptr %603, align 8
  %605 = icmp eq i64 %602, %604
  br i1 %605, label %694, label %606

606:
  %607 = getelementptr inbounds nuw i8, ptr %599, i64 8
  %608 = load i64, ptr %599, align 8
  %609 = load i64, ptr %593, align 8
  %610 = add i64 %609, %608
  %611 = load i64, ptr %607, align 8
  %612 = icmp ult i64 %610, %611
  br i1 %612, label %613, label %694

613:
  %614 = getelementptr inbounds nuw i8, ptr %599, i64 24
  %615 = getelementptr inbounds nuw i8, ptr %599, i64 32
  br label %616

616:
  %617 = phi i64 [ %610, %613 ], [ %689, %686 ]
  %618 = load ptr, ptr %35, align 8
  %619 = getelementptr inbounds nuw i64, ptr %618, i64 %617
  %620 = load i64, ptr %619, align 8
  %621 = tail call i64 @follow(ptr noundef nonnull %0, i64 noundef %64, i64 noundef %620)
  %622 = icmp eq i64 %621, 0
  br i1 %622, label %623, label %709

623:
  %624 = load i64, ptr %39, align 8
  %625 = icmp eq i64 %624, -1
  %626 = icmp eq i64 %624, %64
  %627 = select i1 %625, i1 true, i1 %626
  br i1 %627, label %662, label %628

628:
  %629 = load i64, ptr %614, align 8
  %630 = load i64, ptr %615, align 8
  %631 = icmp ult i64 %629, %630
  br i1 %631, label %635, label %658

632:
  %633 = add i64 %636, 1
  %634 = icmp eq i64 %633, %630
  br i1 %634, label %658, label %635

635:
  %636 = phi i64 [ %633, %632 ], [ %629, %628 ]
  %637 = load i64, ptr %32, align 8
  %638 = icmp eq i64 %637, %64
  br i1 %638, label %642, label %639

639:
  store i64 %64, ptr %32, align 8
  %640 = load i64, ptr %33, align 8
  %641 = add i64 %640, 1
  store i64 %641, ptr %33, align 8
  br label %642

642:
  %643 = load i64, ptr %40, align 8
  %644 = icmp eq i64 %643, %624
  br i1 %644, label %648, label %645

645:
  store i64 %624, ptr %40, align 8
  %646 = load i64, ptr %41, align 8
  %647 = add i64 %646, 1
  store i64 %647, ptr %41, align 8
  br label %648

648:
  %649 = load ptr, ptr %35, align 8
  %650 = getelementptr inbounds nuw i64, ptr %649, i64 %636
  %651 = load i64, ptr %650, align 8
  %652 = tail call fastcc i64 @value(ptr noundef nonnull %0, i64 noundef 0, i64 noundef %651, i64 noundef 0)
  %653 = load ptr, ptr %35, align 8
  %654 = getelementptr inbounds nuw i64, ptr %653, i64 %636
  %655 = load i64, ptr %654, align 8
  %656 = tail call fastcc i64 @value(ptr noundef nonnull %0, i64 noundef 1, i64 noundef %655, i64 noundef 0)
  %657 = icmp eq i64 %652, %656
  br i1 %657, label %632, label %662

658:
  %659 = load i64, ptr %594, align 8
  store i64 %659, ptr %25, align 8
  %660 = load i64, ptr %26, align 8
  %661 = icmp eq i64 %659, %660
  br i1 %661, label %709, label %666

662:
  %663 = load i64, ptr %594, align 8
  store i64 %663, ptr %25, align 8
  %664 = load i64, ptr %593, align 8
  %665 = add i64 %664, 1
  store i64 %665, ptr %593, align 8
  br label %686

666:
  %667 = load ptr, ptr %27, align 8
  %668 = add i64 %659, 1
  store i64 %668, ptr %25, align 8
  %669 = getelementptr inbounds nuw %struct.result, ptr %667, i64 %659
  store i64 %624, ptr %669, align 8
  %670 = getelementptr inbounds nuw i8, ptr %669, i64 8
  store i64 %620, ptr %670, align 8
  %671 = getelementptr inbounds nuw i8, ptr %669, i64 16
  store i64 -1, ptr %671, align 8
  %672 = load i64, ptr %593, align 8
  %673 = add i64 %672, 1
  store i64 %673, ptr %593, align 8
  call void @llvm.lifetime.start.p0(i64 40, ptr nonnull %2) #7
  store i64 %60, ptr %2, align 8
  store i64 %62, ptr %48, align 8
  store i64 %624, ptr %49, align 8
  store i64 %66, ptr %50, align 8
  store i64 0, ptr %51, align 8
  %674 = load i64, ptr %603, align 8
  %675 = icmp eq i64 %674, -1
  br i1 %675, label %681, label %676

676:
  %677 = load i64, ptr %588, align 8
  %678 = shl i64 %677, 3
  %679 = shl nuw i64 1, %678
  %680 = add i64 %679, %66
  store i64 %680, ptr %50, align 8
  br label %681

681:
  %682 = load i64, ptr %594, align 8
  %683 = tail call fastcc zeroext i1 @enter(ptr noundef nonnull %0, ptr noundef nonnull byval(%struct.entry) align 8 %2, i64 noundef -1, i64 noundef %682)
  call void @llvm.lifetime.end.p0(i64 40, ptr nonnull %2) #7
  br i1 %683, label %704, label %684

684:
  %685 = load i64, ptr %593, align 8
  br label %686

686:
  %687 = phi i64 [ %685, %684 ], [ %665, %662 ]
  %688 = load i64, ptr %599, align 8
  %689 = add i64 %688, %687
  %690 = load i64, ptr %607, align 8
  %691 = icmp ult i64 %689, %690
  br i1 %691, label %616, label %692

692:
  %693 = load i64, ptr %588, align 8
  br label %694

694:
  %695 = phi i64 [ %693, %692 ], [ %596, %606 ], [ %596, %595 ]
  %696 = add i64 %695, 1
  store i64 %696, ptr %588, align 8
  store i64 0, ptr %593, align 8
  %697 = load i64, ptr %46, align 8
  %698 = icmp ult i64 %696, %697
  br i1 %698, label %595, label %699

699:
  %700 = getelementptr inbounds i8, ptr %55, i64 -40
  %701 = load i64, ptr %700, align 8
  store i64 %701, ptr %25, align 8
  %702 = load i64, ptr %5, align 8
  %703 = add i64 %702, -1
  store i64 %703, ptr %5, align 8
  br label %706

704:
  %705 = load i64, ptr %5, align 8
  br label %706

706:
  %707 = phi i64 [ %705, %704 ], [ %703, %699 ]
  %708 = icmp eq i64 %707, 0
  br i1 %708, label %709, label %52

709:
  %710 = phi i64 [ 11, %116 ], [ 4, %77 ], [ %509, %508 ], [ 7, %536 ], [ 6, %564 ], [ 5, %152 ], [ 6, %193 ], [ 2, %1 ], [ %512, %511 ], [ 11, %228 ], [ %621, %616 ], [ 11, %658 ], [ 2, %706 ], [ 1, %101 ], [ 3, %105 ], [ 3, %109 ]
  ret i64 %710
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
