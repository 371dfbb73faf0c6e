; Generated from product.c by `make runtime`: change that file, not this one.
; SHA-256 of product.c: ae4d43beaca88c9d9333ef0b72a145832728b6896ead0ea1f730a1c6b266da00
%struct.entry = type { i64, i64, i64, i64, i64 }
%struct.frame = type { i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64 }
%struct.result = type { i64, i64, i64 }
%struct.stage = type { i64, i64, i64, i64, i64, i64, i64, i64 }

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
  br label %151

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
  br label %151

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
  br label %142

54:
  %55 = getelementptr inbounds nuw i8, ptr %0, i64 136
  %56 = load ptr, ptr %55, align 8
  %57 = getelementptr inbounds nuw i8, ptr %7, i64 8
  %58 = load i64, ptr %57, align 8
  %59 = getelementptr i64, ptr %56, i64 %3
  %60 = getelementptr i64, ptr %59, i64 %58
  %61 = load i64, ptr %60, align 8
  %62 = tail call fastcc i64 @value(ptr noundef nonnull %0, i64 noundef 0, i64 noundef %61, i64 noundef 0)
  br label %142

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
  br label %142

70:
  %71 = icmp eq i64 %66, 0
  %72 = select i1 %71, i64 3, i64 2
  %73 = getelementptr inbounds nuw i64, ptr %7, i64 %72
  %74 = load i64, ptr %73, align 8
  %75 = tail call fastcc i64 @value(ptr noundef nonnull %0, i64 noundef range(i64 0, 3) %1, i64 noundef %74, i64 noundef %3)
  br label %142

76:
  %77 = icmp ne i64 %30, 6
  %78 = icmp ne i64 %66, 0
  %79 = select i1 %77, i1 true, i1 %78
  br i1 %79, label %80, label %142

80:
  %81 = icmp eq i64 %30, 7
  %82 = select i1 %81, i1 %78, i1 false
  br i1 %82, label %142, label %83

83:
  switch i8 %31, label %103 [
    i8 17, label %86
    i8 15, label %84
  ]

84:
  %85 = icmp eq i64 %66, 0
  br i1 %85, label %142, label %96

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
  br label %142

96:
  %97 = phi i64 [ %99, %96 ], [ 0, %84 ]
  %98 = phi i64 [ %101, %96 ], [ %66, %84 ]
  %99 = add i64 %97, 1
  %100 = add i64 %98, -1
  %101 = and i64 %100, %98
  %102 = icmp eq i64 %101, 0
  br i1 %102, label %142, label %96

103:
  %104 = getelementptr inbounds nuw i8, ptr %7, i64 16
  %105 = load i64, ptr %104, align 8
  %106 = tail call fastcc i64 @value(ptr noundef nonnull %0, i64 noundef range(i64 0, 3) %1, i64 noundef %105, i64 noundef %3)
  %107 = icmp slt i64 %106, 0
  %108 = shl nuw i64 1, %106
  %109 = select i1 %107, i64 0, i64 %108
  switch i8 %31, label %134 [
    i8 2, label %110
    i8 3, label %112
    i8 4, label %114
    i8 5, label %117
    i8 6, label %142
    i8 7, label %142
    i8 10, label %120
    i8 11, label %124
    i8 12, label %126
    i8 13, label %129
    i8 14, label %131
  ]

110:
  %111 = add i64 %106, %66
  br label %142

112:
  %113 = sub i64 %66, %106
  br label %142

114:
  %115 = icmp eq i64 %66, %106
  %116 = zext i1 %115 to i64
  br label %142

117:
  %118 = icmp slt i64 %66, %106
  %119 = zext i1 %118 to i64
  br label %142

120:
  %121 = and i64 %109, %66
  %122 = icmp ne i64 %121, 0
  %123 = zext i1 %122 to i64
  br label %142

124:
  %125 = or i64 %109, %66
  br label %142

126:
  %127 = xor i64 %109, -1
  %128 = and i64 %66, %127
  br label %142

129:
  %130 = or i64 %106, %66
  br label %142

131:
  %132 = xor i64 %106, -1
  %133 = and i64 %66, %132
  br label %142

134:
  %135 = load i64, ptr %7, align 8
  %136 = lshr i64 %135, 8
  %137 = shl i64 %66, %136
  %138 = getelementptr inbounds nuw i8, ptr %7, i64 24
  %139 = load i64, ptr %138, align 8
  %140 = sub i64 %106, %139
  %141 = or i64 %137, %140
  br label %142

142:
  %143 = phi i64 [ %53, %32 ], [ %62, %54 ], [ %69, %67 ], [ %75, %70 ], [ %95, %86 ], [ 0, %76 ], [ 1, %80 ], [ %141, %134 ], [ %133, %131 ], [ %130, %129 ], [ %128, %126 ], [ %125, %124 ], [ %123, %120 ], [ %119, %117 ], [ %116, %114 ], [ %113, %112 ], [ %111, %110 ], [ %106, %103 ], [ %106, %103 ], [ 0, %84 ], [ %99, %96 ]
  %144 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %145 = getelementptr inbounds nuw [3 x ptr], ptr %144, i64 0, i64 %1
  %146 = load ptr, ptr %145, align 8
  %147 = getelementptr inbounds nuw i64, ptr %146, i64 %2
  store i64 %143, ptr %147, align 8
  %148 = load i64, ptr %20, align 8
  %149 = load ptr, ptr %15, align 8
  %150 = getelementptr inbounds nuw i64, ptr %149, i64 %2
  store i64 %148, ptr %150, align 8
  br label %151

151:
  %152 = phi i64 [ %12, %10 ], [ %28, %23 ], [ %143, %142 ]
  ret i64 %152
}

define range(i64 0, 12) i64 @follow(ptr noundef %0, i64 noundef %1, i64 noundef %2) local_unnamed_addr #2 {
  %4 = alloca [512 x i64], align 16
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 112
  %6 = load ptr, ptr %5, align 8
  %7 = shl i64 %2, 5
  %8 = getelementptr inbounds nuw i8, ptr %6, i64 %7
  call void @llvm.lifetime.start.p0(i64 4096, ptr nonnull %4) #6
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
  call void @llvm.lifetime.end.p0(i64 4096, ptr nonnull %4) #6
  ret i64 %89
}

define void @begin(ptr noundef initializes((376, 384)) %0, i64 noundef %1, i64 noundef %2, i64 noundef %3) local_unnamed_addr #2 {
  %5 = alloca %struct.entry, align 8
  call void @llvm.lifetime.start.p0(i64 40, ptr nonnull %5) #6
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
  call void @llvm.lifetime.end.p0(i64 40, ptr nonnull %5) #6
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
  br i1 %7, label %595, label %8

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
  %28 = getelementptr inbounds nuw i8, ptr %0, i64 224
  %29 = getelementptr inbounds nuw i8, ptr %0, i64 232
  %30 = getelementptr inbounds nuw i8, ptr %0, i64 112
  %31 = getelementptr inbounds nuw i8, ptr %0, i64 128
  %32 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %33 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %34 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %35 = getelementptr inbounds nuw i8, ptr %0, i64 400
  %36 = getelementptr inbounds nuw i8, ptr %4, i64 8
  %37 = getelementptr inbounds nuw i8, ptr %4, i64 16
  %38 = getelementptr inbounds nuw i8, ptr %4, i64 24
  %39 = getelementptr inbounds nuw i8, ptr %4, i64 32
  %40 = getelementptr inbounds nuw i8, ptr %0, i64 248
  %41 = getelementptr inbounds nuw i8, ptr %0, i64 240
  %42 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %43 = getelementptr inbounds nuw i8, ptr %2, i64 16
  %44 = getelementptr inbounds nuw i8, ptr %2, i64 24
  %45 = getelementptr inbounds nuw i8, ptr %2, i64 32
  br label %46

46:
  %47 = phi i64 [ %6, %8 ], [ %593, %592 ]
  %48 = load ptr, ptr %9, align 8
  %49 = getelementptr inbounds nuw %struct.frame, ptr %48, i64 %47
  %50 = getelementptr inbounds i8, ptr %49, i64 -96
  %51 = load ptr, ptr %10, align 8
  %52 = load i64, ptr %50, align 8
  %53 = getelementptr inbounds nuw %struct.entry, ptr %51, i64 %52
  %54 = load i64, ptr %53, align 8
  %55 = getelementptr inbounds nuw i8, ptr %53, i64 8
  %56 = load i64, ptr %55, align 8
  %57 = getelementptr inbounds nuw i8, ptr %53, i64 16
  %58 = load i64, ptr %57, align 8
  %59 = getelementptr inbounds nuw i8, ptr %53, i64 24
  %60 = load i64, ptr %59, align 8
  %61 = load i64, ptr %11, align 8
  %62 = icmp eq i64 %61, 0
  br i1 %62, label %63, label %65

63:
  %64 = load i64, ptr %17, align 8
  br label %106

65:
  %66 = load ptr, ptr %12, align 8
  %67 = mul i64 %54, 24
  %68 = getelementptr inbounds nuw i8, ptr %66, i64 %67
  %69 = load i64, ptr %68, align 8
  %70 = icmp eq i64 %69, 0
  br i1 %70, label %71, label %74

71:
  store i64 %54, ptr %35, align 8
  %72 = getelementptr inbounds nuw i8, ptr %0, i64 408
  store i64 0, ptr %72, align 8
  %73 = getelementptr inbounds nuw i8, ptr %0, i64 416
  store i64 0, ptr %73, align 8
  br label %595

74:
  store i64 0, ptr %11, align 8
  %75 = getelementptr inbounds nuw i8, ptr %68, i64 16
  %76 = load i64, ptr %75, align 8
  %77 = add i64 %76, 1
  %78 = load i64, ptr %13, align 8
  %79 = icmp ugt i64 %77, %78
  br i1 %79, label %80, label %83

80:
  store i64 %77, ptr %13, align 8
  store i64 0, ptr %14, align 8
  %81 = load i64, ptr %75, align 8
  %82 = add i64 %81, 1
  br label %83

83:
  %84 = phi i64 [ %82, %80 ], [ %77, %74 ]
  %85 = phi i64 [ %77, %80 ], [ %78, %74 ]
  %86 = phi i64 [ %81, %80 ], [ %76, %74 ]
  %87 = icmp eq i64 %84, %85
  br i1 %87, label %88, label %95

88:
  %89 = load i64, ptr %50, align 8
  %90 = load ptr, ptr %15, align 8
  %91 = load i64, ptr %14, align 8
  %92 = add i64 %91, 1
  store i64 %92, ptr %14, align 8
  %93 = getelementptr inbounds nuw i64, ptr %90, i64 %91
  store i64 %89, ptr %93, align 8
  %94 = load i64, ptr %75, align 8
  br label %95

95:
  %96 = phi i64 [ %94, %88 ], [ %86, %83 ]
  %97 = load i64, ptr %16, align 8
  %98 = icmp eq i64 %96, %97
  br i1 %98, label %595, label %99

99:
  %100 = load i64, ptr %17, align 8
  %101 = and i64 %100, 255
  %102 = icmp eq i64 %101, 0
  br i1 %102, label %595, label %103

103:
  %104 = load i64, ptr %18, align 8
  %105 = icmp eq i64 %100, %104
  br i1 %105, label %595, label %106

106:
  %107 = phi i64 [ %64, %63 ], [ %100, %103 ]
  %108 = load i64, ptr %19, align 8
  %109 = icmp eq i64 %107, %108
  br i1 %109, label %110, label %113

110:
  store i64 0, ptr %35, align 8
  %111 = getelementptr inbounds nuw i8, ptr %0, i64 408
  store i64 0, ptr %111, align 8
  %112 = getelementptr inbounds nuw i8, ptr %0, i64 416
  store i64 0, ptr %112, align 8
  br label %595

113:
  %114 = getelementptr inbounds i8, ptr %49, i64 -88
  %115 = load i64, ptr %114, align 8
  %116 = icmp eq i64 %115, -1
  %117 = load ptr, ptr %12, align 8
  %118 = mul i64 %54, 24
  br i1 %116, label %119, label %124

119:
  %120 = getelementptr inbounds nuw i8, ptr %117, i64 %118
  %121 = load i64, ptr %120, align 8
  %122 = add i64 %121, -1
  store i64 %122, ptr %114, align 8
  %123 = load ptr, ptr %12, align 8
  br label %124

124:
  %125 = phi ptr [ %123, %119 ], [ %117, %113 ]
  %126 = phi i64 [ %122, %119 ], [ %115, %113 ]
  %127 = getelementptr i8, ptr %125, i64 %118
  %128 = getelementptr i8, ptr %127, i64 8
  %129 = load i64, ptr %128, align 8
  %130 = icmp ult i64 %126, %129
  br i1 %130, label %131, label %508

131:
  %132 = getelementptr inbounds i8, ptr %49, i64 -80
  %133 = getelementptr inbounds i8, ptr %49, i64 -72
  %134 = getelementptr inbounds i8, ptr %49, i64 -64
  %135 = getelementptr inbounds i8, ptr %49, i64 -40
  %136 = getelementptr inbounds i8, ptr %49, i64 -56
  %137 = getelementptr inbounds i8, ptr %49, i64 -48
  %138 = or i64 %56, -9223372036854775808
  br label %139

139:
  %140 = phi i64 [ %126, %131 ], [ %502, %500 ]
  %141 = load ptr, ptr %20, align 8
  %142 = shl i64 %140, 4
  %143 = getelementptr inbounds nuw i8, ptr %141, i64 %142
  %144 = load i64, ptr %143, align 8
  %145 = icmp eq i64 %144, 0
  br i1 %145, label %146, label %149

146:
  store i64 %140, ptr %35, align 8
  %147 = getelementptr inbounds nuw i8, ptr %0, i64 408
  store i64 0, ptr %147, align 8
  %148 = getelementptr inbounds nuw i8, ptr %0, i64 416
  store i64 0, ptr %148, align 8
  br label %595

149:
  %150 = load i64, ptr %132, align 8
  %151 = icmp eq i64 %150, 0
  br i1 %151, label %152, label %198

152:
  %153 = shl i64 %144, 32
  %154 = add i64 %153, 9223372032559808512
  %155 = or i64 %154, %138
  %156 = load i64, ptr %21, align 8
  %157 = add i64 %156, -1
  %158 = mul i64 %155, -7046029254386353131
  %159 = lshr i64 %158, 32
  %160 = xor i64 %159, %158
  %161 = load ptr, ptr %22, align 8
  %162 = and i64 %157, %160
  %163 = shl i64 %162, 1
  %164 = or disjoint i64 %163, 1
  %165 = getelementptr inbounds nuw i64, ptr %161, i64 %164
  %166 = load i64, ptr %165, align 8
  %167 = icmp eq i64 %166, 0
  br i1 %167, label %182, label %176

168:
  %169 = add i64 %178, 1
  %170 = and i64 %169, %157
  %171 = shl i64 %170, 1
  %172 = or disjoint i64 %171, 1
  %173 = getelementptr inbounds nuw i64, ptr %161, i64 %172
  %174 = load i64, ptr %173, align 8
  %175 = icmp eq i64 %174, 0
  br i1 %175, label %182, label %176

176:
  %177 = phi i64 [ %171, %168 ], [ %163, %152 ]
  %178 = phi i64 [ %170, %168 ], [ %162, %152 ]
  %179 = getelementptr inbounds nuw i64, ptr %161, i64 %177
  %180 = load i64, ptr %179, align 8
  %181 = icmp eq i64 %180, %155
  br i1 %181, label %182, label %168

182:
  %183 = phi i64 [ %163, %152 ], [ %171, %168 ], [ %177, %176 ]
  %184 = getelementptr inbounds nuw i64, ptr %161, i64 %183
  %185 = getelementptr inbounds nuw i8, ptr %184, i64 8
  %186 = load i64, ptr %185, align 8
  store i64 %186, ptr %132, align 8
  switch i64 %186, label %190 [
    i64 0, label %187
    i64 -1, label %196
  ]

187:
  store i64 %140, ptr %35, align 8
  %188 = getelementptr inbounds nuw i8, ptr %0, i64 408
  store i64 %56, ptr %188, align 8
  %189 = getelementptr inbounds nuw i8, ptr %0, i64 416
  store i64 0, ptr %189, align 8
  br label %595

190:
  %191 = load ptr, ptr %23, align 8
  %192 = shl i64 %186, 2
  %193 = or disjoint i64 %192, 1
  %194 = getelementptr inbounds nuw i64, ptr %191, i64 %193
  %195 = load i64, ptr %194, align 8
  br label %196

196:
  %197 = phi i64 [ %195, %190 ], [ 0, %182 ]
  store i64 %197, ptr %133, align 8
  br label %198

198:
  %199 = phi i64 [ %186, %196 ], [ %150, %149 ]
  %200 = icmp eq i64 %199, -1
  br i1 %200, label %500, label %201

201:
  %202 = getelementptr inbounds nuw i8, ptr %143, i64 8
  %203 = load i64, ptr %133, align 8
  br label %204

204:
  %205 = phi i64 [ %203, %201 ], [ %497, %492 ]
  %206 = phi i64 [ %199, %201 ], [ %483, %492 ]
  %207 = load ptr, ptr %23, align 8
  %208 = shl i64 %206, 5
  %209 = getelementptr inbounds nuw i8, ptr %207, i64 %208
  %210 = getelementptr inbounds nuw i8, ptr %209, i64 16
  %211 = load i64, ptr %210, align 8
  %212 = icmp ult i64 %205, %211
  br i1 %212, label %213, label %481

213:
  %214 = load i64, ptr %134, align 8
  %215 = icmp eq i64 %214, 0
  br label %216

216:
  %217 = phi i1 [ true, %475 ], [ %215, %213 ]
  %218 = phi i64 [ %478, %475 ], [ %205, %213 ]
  br i1 %217, label %222, label %219

219:
  %220 = load i64, ptr %136, align 8
  %221 = load i64, ptr %137, align 8
  br label %449

222:
  %223 = load ptr, ptr %24, align 8
  %224 = load i64, ptr %135, align 8
  store i64 %224, ptr %25, align 8
  %225 = load i64, ptr %26, align 8
  %226 = icmp eq i64 %224, %225
  br i1 %226, label %595, label %227

227:
  %228 = shl i64 %218, 4
  %229 = getelementptr inbounds nuw i8, ptr %223, i64 %228
  %230 = load ptr, ptr %27, align 8
  %231 = add i64 %224, 1
  store i64 %231, ptr %25, align 8
  %232 = getelementptr inbounds nuw %struct.result, ptr %230, i64 %224
  store i64 %58, ptr %232, align 8
  %233 = getelementptr inbounds nuw i8, ptr %232, i64 8
  store i64 -1, ptr %233, align 8
  %234 = getelementptr inbounds nuw i8, ptr %232, i64 16
  store i64 -1, ptr %234, align 8
  %235 = load i64, ptr %229, align 8
  %236 = getelementptr inbounds nuw i8, ptr %229, i64 8
  %237 = load i64, ptr %25, align 8
  %238 = load i64, ptr %236, align 8
  %239 = icmp ult i64 %235, %238
  br i1 %239, label %240, label %446

240:
  %241 = phi i64 [ %442, %441 ], [ %238, %227 ]
  %242 = phi i64 [ %443, %441 ], [ %237, %227 ]
  %243 = phi i64 [ %444, %441 ], [ %235, %227 ]
  %244 = phi i64 [ %242, %441 ], [ %224, %227 ]
  %245 = icmp ult i64 %244, %242
  br i1 %245, label %246, label %441

246:
  %247 = phi i64 [ %434, %433 ], [ %244, %240 ]
  %248 = load ptr, ptr %28, align 8
  %249 = getelementptr inbounds nuw %struct.stage, ptr %248, i64 %243
  %250 = load ptr, ptr %27, align 8
  %251 = getelementptr inbounds nuw %struct.result, ptr %250, i64 %247
  %252 = load i64, ptr %251, align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %3) #6
  %253 = load i64, ptr %249, align 8
  %254 = getelementptr inbounds nuw i8, ptr %249, i64 8
  %255 = load i64, ptr %254, align 8
  %256 = call fastcc i64 @meets(ptr noundef %0, i64 noundef 0, i64 noundef %252, i64 noundef %253, i64 noundef %255, ptr noundef %3)
  %257 = icmp eq i64 %256, 0
  %258 = load i64, ptr %3, align 8
  %259 = icmp ne i64 %258, 0
  %260 = select i1 %257, i1 %259, i1 false
  br i1 %260, label %261, label %430

261:
  %262 = getelementptr inbounds nuw i8, ptr %249, i64 16
  %263 = load i64, ptr %262, align 8
  %264 = icmp eq i64 %263, -1
  br i1 %264, label %274, label %265

265:
  %266 = getelementptr inbounds nuw i8, ptr %249, i64 24
  %267 = load i64, ptr %266, align 8
  %268 = icmp ult i64 %263, %267
  br i1 %268, label %269, label %429

269:
  %270 = getelementptr inbounds nuw i8, ptr %249, i64 32
  %271 = getelementptr inbounds nuw i8, ptr %249, i64 40
  %272 = getelementptr inbounds nuw i8, ptr %249, i64 48
  %273 = getelementptr inbounds nuw i8, ptr %249, i64 56
  br label %295

274:
  %275 = getelementptr inbounds nuw i8, ptr %249, i64 48
  %276 = load i64, ptr %275, align 8
  %277 = getelementptr inbounds nuw i8, ptr %249, i64 56
  %278 = load i64, ptr %277, align 8
  %279 = call fastcc i64 @meets(ptr noundef nonnull %0, i64 noundef 0, i64 noundef %252, i64 noundef %276, i64 noundef %278, ptr noundef %3)
  %280 = icmp eq i64 %279, 0
  %281 = load i64, ptr %3, align 8
  %282 = icmp ne i64 %281, 0
  %283 = select i1 %280, i1 %282, i1 false
  br i1 %283, label %284, label %430

284:
  %285 = load i64, ptr %25, align 8
  %286 = load i64, ptr %26, align 8
  %287 = icmp eq i64 %285, %286
  br i1 %287, label %288, label %289

288:
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %3) #6
  br label %595

289:
  %290 = load ptr, ptr %27, align 8
  %291 = add i64 %285, 1
  store i64 %291, ptr %25, align 8
  %292 = getelementptr inbounds nuw %struct.result, ptr %290, i64 %285
  store i64 %252, ptr %292, align 8
  %293 = getelementptr inbounds nuw i8, ptr %292, i64 8
  store i64 -1, ptr %293, align 8
  %294 = getelementptr inbounds nuw i8, ptr %292, i64 16
  store i64 %247, ptr %294, align 8
  br label %429

295:
  %296 = phi i64 [ %263, %269 ], [ %426, %425 ]
  %297 = load ptr, ptr %29, align 8
  %298 = getelementptr inbounds nuw i64, ptr %297, i64 %296
  %299 = load i64, ptr %298, align 8
  %300 = load i64, ptr %270, align 8
  %301 = load i64, ptr %271, align 8
  %302 = load ptr, ptr %30, align 8
  %303 = shl i64 %299, 5
  %304 = getelementptr inbounds nuw i8, ptr %302, i64 %303
  %305 = icmp ult i64 %300, %301
  br i1 %305, label %306, label %401

306:
  %307 = load i64, ptr %304, align 8
  %308 = icmp eq i64 %307, 0
  br i1 %308, label %393, label %309

309:
  %310 = getelementptr inbounds nuw i8, ptr %304, i64 24
  %311 = shl i64 %299, 28
  %312 = add i64 %311, 268435456
  %313 = or i64 %312, %252
  br label %315

314:
  store i64 0, ptr %3, align 8
  br label %425

315:
  %316 = phi i64 [ %300, %309 ], [ %386, %388 ]
  %317 = load ptr, ptr %31, align 8
  %318 = load i64, ptr %310, align 8
  %319 = load ptr, ptr %29, align 8
  %320 = getelementptr inbounds nuw i64, ptr %319, i64 %316
  %321 = load i64, ptr %320, align 8
  %322 = add i64 %321, %318
  %323 = shl i64 %322, 4
  %324 = getelementptr inbounds nuw i8, ptr %317, i64 %323
  %325 = getelementptr i8, ptr %320, i64 8
  %326 = load i64, ptr %325, align 8
  %327 = load i64, ptr %324, align 8
  %328 = load i64, ptr %32, align 8
  %329 = icmp eq i64 %328, %252
  br i1 %329, label %333, label %330

330:
  store i64 %252, ptr %32, align 8
  %331 = load i64, ptr %33, align 8
  %332 = add i64 %331, 1
  store i64 %332, ptr %33, align 8
  br label %333

333:
  %334 = tail call fastcc i64 @value(ptr noundef nonnull %0, i64 noundef 0, i64 noundef %327, i64 noundef 0)
  %335 = icmp eq i64 %334, 0
  br i1 %335, label %389, label %336

336:
  %337 = and i64 %326, 1
  %338 = icmp eq i64 %337, 0
  br i1 %338, label %376, label %339

339:
  %340 = shl i64 %326, 44
  %341 = or i64 %340, %313
  %342 = load i64, ptr %21, align 8
  %343 = add i64 %342, -1
  %344 = mul i64 %341, -7046029254386353131
  %345 = lshr i64 %344, 32
  %346 = xor i64 %345, %344
  %347 = load ptr, ptr %22, align 8
  %348 = and i64 %343, %346
  %349 = shl i64 %348, 1
  %350 = or disjoint i64 %349, 1
  %351 = getelementptr inbounds nuw i64, ptr %347, i64 %350
  %352 = load i64, ptr %351, align 8
  %353 = icmp eq i64 %352, 0
  br i1 %353, label %368, label %362

354:
  %355 = add i64 %364, 1
  %356 = and i64 %355, %343
  %357 = shl i64 %356, 1
  %358 = or disjoint i64 %357, 1
  %359 = getelementptr inbounds nuw i64, ptr %347, i64 %358
  %360 = load i64, ptr %359, align 8
  %361 = icmp eq i64 %360, 0
  br i1 %361, label %368, label %362

362:
  %363 = phi i64 [ %357, %354 ], [ %349, %339 ]
  %364 = phi i64 [ %356, %354 ], [ %348, %339 ]
  %365 = getelementptr inbounds nuw i64, ptr %347, i64 %363
  %366 = load i64, ptr %365, align 8
  %367 = icmp eq i64 %366, %341
  br i1 %367, label %368, label %354

368:
  %369 = phi i64 [ %349, %339 ], [ %363, %362 ], [ %357, %354 ]
  %370 = getelementptr inbounds nuw i64, ptr %347, i64 %369
  %371 = getelementptr inbounds nuw i8, ptr %370, i64 8
  %372 = load i64, ptr %371, align 8
  %373 = icmp eq i64 %372, 0
  br i1 %373, label %393, label %374

374:
  %375 = icmp eq i64 %372, 1
  br label %384

376:
  %377 = load i64, ptr %34, align 8
  %378 = add i64 %377, 1
  store i64 %378, ptr %34, align 8
  %379 = lshr exact i64 %326, 1
  %380 = getelementptr inbounds nuw i8, ptr %324, i64 8
  %381 = load i64, ptr %380, align 8
  %382 = tail call fastcc i64 @value(ptr noundef nonnull %0, i64 noundef 2, i64 noundef %379, i64 noundef %381)
  %383 = icmp ne i64 %382, 0
  br label %384

384:
  %385 = phi i1 [ %383, %376 ], [ %375, %374 ]
  %386 = add i64 %316, 2
  %387 = icmp ult i64 %386, %301
  br i1 %387, label %388, label %400

388:
  br i1 %385, label %315, label %314

389:
  %390 = add i64 %316, 2
  %391 = icmp ult i64 %390, %301
  br i1 %391, label %314, label %392

392:
  store i64 0, ptr %3, align 8
  br label %425

393:
  %394 = phi i64 [ %326, %368 ], [ %299, %306 ]
  %395 = phi i64 [ %252, %368 ], [ 0, %306 ]
  %396 = phi i64 [ %299, %368 ], [ 0, %306 ]
  %397 = phi i64 [ 9, %368 ], [ 8, %306 ]
  store i64 %394, ptr %35, align 8
  %398 = getelementptr inbounds nuw i8, ptr %0, i64 408
  store i64 %395, ptr %398, align 8
  %399 = getelementptr inbounds nuw i8, ptr %0, i64 416
  store i64 %396, ptr %399, align 8
  br label %436

400:
  br i1 %385, label %401, label %425

401:
  %402 = tail call i64 @follow(ptr noundef %0, i64 noundef %252, i64 noundef %299)
  %403 = icmp eq i64 %402, 0
  br i1 %403, label %404, label %436

404:
  %405 = load i64, ptr %35, align 8
  %406 = icmp eq i64 %405, -1
  br i1 %406, label %425, label %407

407:
  %408 = load i64, ptr %272, align 8
  %409 = load i64, ptr %273, align 8
  %410 = call fastcc i64 @meets(ptr noundef nonnull %0, i64 noundef 1, i64 noundef %405, i64 noundef %408, i64 noundef %409, ptr noundef %3)
  %411 = icmp eq i64 %410, 0
  br i1 %411, label %412, label %436

412:
  %413 = load i64, ptr %3, align 8
  %414 = icmp eq i64 %413, 0
  br i1 %414, label %425, label %415

415:
  %416 = load i64, ptr %25, align 8
  %417 = load i64, ptr %26, align 8
  %418 = icmp eq i64 %416, %417
  br i1 %418, label %436, label %419

419:
  %420 = load ptr, ptr %27, align 8
  %421 = add i64 %416, 1
  store i64 %421, ptr %25, align 8
  %422 = getelementptr inbounds nuw %struct.result, ptr %420, i64 %416
  store i64 %405, ptr %422, align 8
  %423 = getelementptr inbounds nuw i8, ptr %422, i64 8
  store i64 %299, ptr %423, align 8
  %424 = getelementptr inbounds nuw i8, ptr %422, i64 16
  store i64 %247, ptr %424, align 8
  br label %425

425:
  %426 = add nuw i64 %296, 1
  %427 = load i64, ptr %266, align 8
  %428 = icmp ult i64 %426, %427
  br i1 %428, label %295, label %429

429:
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %3) #6
  br label %433

430:
  %431 = phi i64 [ %256, %246 ], [ %279, %274 ]
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %3) #6
  %432 = icmp eq i64 %431, 0
  br i1 %432, label %433, label %595

433:
  %434 = add nuw i64 %247, 1
  %435 = icmp eq i64 %434, %242
  br i1 %435, label %438, label %246

436:
  %437 = phi i64 [ %397, %393 ], [ 11, %415 ], [ %410, %407 ], [ %402, %401 ]
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %3) #6
  br label %595

438:
  %439 = load i64, ptr %25, align 8
  %440 = load i64, ptr %236, align 8
  br label %441

441:
  %442 = phi i64 [ %440, %438 ], [ %241, %240 ]
  %443 = phi i64 [ %439, %438 ], [ %242, %240 ]
  %444 = add nuw i64 %243, 1
  %445 = icmp ult i64 %444, %442
  br i1 %445, label %240, label %446

446:
  %447 = phi i64 [ %224, %227 ], [ %242, %441 ]
  %448 = phi i64 [ %237, %227 ], [ %443, %441 ]
  store i64 1, ptr %134, align 8
  store i64 %447, ptr %136, align 8
  store i64 %448, ptr %137, align 8
  br label %449

449:
  %450 = phi i64 [ %221, %219 ], [ %448, %446 ]
  %451 = phi i64 [ %220, %219 ], [ %447, %446 ]
  %452 = icmp ult i64 %451, %450
  br i1 %452, label %454, label %453

453:
  br label %461

454:
  %455 = load i64, ptr %202, align 8
  %456 = icmp eq i64 %455, 0
  br i1 %456, label %457, label %453

457:
  %458 = load i64, ptr %114, align 8
  store i64 %458, ptr %35, align 8
  %459 = getelementptr inbounds nuw i8, ptr %0, i64 408
  store i64 0, ptr %459, align 8
  %460 = getelementptr inbounds nuw i8, ptr %0, i64 416
  store i64 0, ptr %460, align 8
  br label %595

461:
  %462 = load i64, ptr %136, align 8
  %463 = load i64, ptr %137, align 8
  %464 = icmp ult i64 %462, %463
  br i1 %464, label %465, label %475

465:
  %466 = add nuw i64 %462, 1
  store i64 %466, ptr %136, align 8
  %467 = load ptr, ptr %27, align 8
  %468 = getelementptr inbounds nuw %struct.result, ptr %467, i64 %462
  %469 = load i64, ptr %468, align 8
  call void @llvm.lifetime.start.p0(i64 40, ptr nonnull %4) #6
  %470 = load i64, ptr %202, align 8
  %471 = add i64 %470, -1
  store i64 %471, ptr %4, align 8
  %472 = load i64, ptr %209, align 8
  store i64 %472, ptr %36, align 8
  store i64 %469, ptr %37, align 8
  store i64 0, ptr %38, align 8
  store i64 0, ptr %39, align 8
  %473 = load i64, ptr %114, align 8
  %474 = tail call fastcc zeroext i1 @enter(ptr noundef %0, ptr noundef nonnull byval(%struct.entry) align 8 %4, i64 noundef %473, i64 noundef %462)
  call void @llvm.lifetime.end.p0(i64 40, ptr nonnull %4) #6
  br i1 %474, label %590, label %461

475:
  %476 = load i64, ptr %135, align 8
  store i64 %476, ptr %25, align 8
  %477 = load i64, ptr %133, align 8
  %478 = add i64 %477, 1
  store i64 %478, ptr %133, align 8
  store i64 0, ptr %134, align 8
  %479 = load i64, ptr %210, align 8
  %480 = icmp ult i64 %478, %479
  br i1 %480, label %216, label %481

481:
  %482 = getelementptr inbounds nuw i8, ptr %209, i64 24
  %483 = load i64, ptr %482, align 8
  %484 = icmp eq i64 %483, 0
  br i1 %484, label %485, label %490

485:
  %486 = load i64, ptr %114, align 8
  %487 = load i64, ptr %132, align 8
  store i64 %486, ptr %35, align 8
  %488 = getelementptr inbounds nuw i8, ptr %0, i64 408
  store i64 %56, ptr %488, align 8
  %489 = getelementptr inbounds nuw i8, ptr %0, i64 416
  store i64 %487, ptr %489, align 8
  br label %595

490:
  store i64 %483, ptr %132, align 8
  %491 = icmp eq i64 %483, -1
  br i1 %491, label %498, label %492

492:
  %493 = load ptr, ptr %23, align 8
  %494 = shl i64 %483, 2
  %495 = or disjoint i64 %494, 1
  %496 = getelementptr inbounds nuw i64, ptr %493, i64 %495
  %497 = load i64, ptr %496, align 8
  store i64 %497, ptr %133, align 8
  br label %204

498:
  store i64 0, ptr %133, align 8
  %499 = load i64, ptr %114, align 8
  br label %500

500:
  %501 = phi i64 [ %499, %498 ], [ %140, %198 ]
  %502 = add i64 %501, 1
  store i64 %502, ptr %114, align 8
  store i64 0, ptr %132, align 8
  %503 = load ptr, ptr %12, align 8
  %504 = getelementptr i8, ptr %503, i64 %118
  %505 = getelementptr i8, ptr %504, i64 8
  %506 = load i64, ptr %505, align 8
  %507 = icmp ult i64 %502, %506
  br i1 %507, label %139, label %508

508:
  %509 = getelementptr inbounds i8, ptr %49, i64 -32
  %510 = load i64, ptr %509, align 8
  %511 = load i64, ptr %40, align 8
  %512 = icmp ult i64 %510, %511
  br i1 %512, label %513, label %585

513:
  %514 = getelementptr inbounds i8, ptr %49, i64 -24
  %515 = getelementptr inbounds i8, ptr %49, i64 -40
  br label %516

516:
  %517 = phi i64 [ %510, %513 ], [ %582, %580 ]
  %518 = load ptr, ptr %41, align 8
  %519 = mul i64 %517, 24
  %520 = getelementptr inbounds nuw i8, ptr %518, i64 %519
  %521 = shl i64 %517, 3
  %522 = lshr i64 %60, %521
  %523 = and i64 %522, 255
  %524 = getelementptr inbounds nuw i8, ptr %520, i64 16
  %525 = load i64, ptr %524, align 8
  %526 = icmp eq i64 %523, %525
  br i1 %526, label %580, label %527

527:
  %528 = getelementptr inbounds nuw i8, ptr %520, i64 8
  %529 = load i64, ptr %520, align 8
  %530 = load i64, ptr %514, align 8
  %531 = add i64 %530, %529
  %532 = load i64, ptr %528, align 8
  %533 = icmp ult i64 %531, %532
  br i1 %533, label %534, label %580

534:
  %535 = phi i64 [ %575, %572 ], [ %531, %527 ]
  %536 = load ptr, ptr %29, align 8
  %537 = getelementptr inbounds nuw i64, ptr %536, i64 %535
  %538 = load i64, ptr %537, align 8
  %539 = tail call i64 @follow(ptr noundef nonnull %0, i64 noundef %58, i64 noundef %538)
  %540 = icmp eq i64 %539, 0
  br i1 %540, label %541, label %595

541:
  %542 = load i64, ptr %35, align 8
  %543 = load i64, ptr %515, align 8
  store i64 %543, ptr %25, align 8
  %544 = icmp eq i64 %542, -1
  br i1 %544, label %553, label %545

545:
  %546 = icmp eq i64 %542, %58
  br i1 %546, label %547, label %550

547:
  %548 = load i64, ptr %514, align 8
  %549 = add i64 %548, 1
  store i64 %549, ptr %514, align 8
  br label %572

550:
  %551 = load i64, ptr %26, align 8
  %552 = icmp eq i64 %543, %551
  br i1 %552, label %595, label %556

553:
  %554 = load i64, ptr %514, align 8
  %555 = add i64 %554, 1
  store i64 %555, ptr %514, align 8
  br label %572

556:
  %557 = load ptr, ptr %27, align 8
  %558 = add i64 %543, 1
  store i64 %558, ptr %25, align 8
  %559 = getelementptr inbounds nuw %struct.result, ptr %557, i64 %543
  store i64 %542, ptr %559, align 8
  %560 = getelementptr inbounds nuw i8, ptr %559, i64 8
  store i64 %538, ptr %560, align 8
  %561 = getelementptr inbounds nuw i8, ptr %559, i64 16
  store i64 -1, ptr %561, align 8
  %562 = load i64, ptr %514, align 8
  %563 = add i64 %562, 1
  store i64 %563, ptr %514, align 8
  call void @llvm.lifetime.start.p0(i64 40, ptr nonnull %2) #6
  store i64 %54, ptr %2, align 8
  store i64 %56, ptr %42, align 8
  store i64 %542, ptr %43, align 8
  store i64 0, ptr %45, align 8
  %564 = load i64, ptr %509, align 8
  %565 = shl i64 %564, 3
  %566 = shl nuw i64 1, %565
  %567 = add i64 %566, %60
  store i64 %567, ptr %44, align 8
  %568 = load i64, ptr %515, align 8
  %569 = tail call fastcc zeroext i1 @enter(ptr noundef nonnull %0, ptr noundef nonnull byval(%struct.entry) align 8 %2, i64 noundef -1, i64 noundef %568)
  call void @llvm.lifetime.end.p0(i64 40, ptr nonnull %2) #6
  br i1 %569, label %590, label %570

570:
  %571 = load i64, ptr %514, align 8
  br label %572

572:
  %573 = phi i64 [ %571, %570 ], [ %555, %553 ], [ %549, %547 ]
  %574 = load i64, ptr %520, align 8
  %575 = add i64 %574, %573
  %576 = load i64, ptr %528, align 8
  %577 = icmp ult i64 %575, %576
  br i1 %577, label %534, label %578

578:
  %579 = load i64, ptr %509, align 8
  br label %580

580:
  %581 = phi i64 [ %579, %578 ], [ %517, %527 ], [ %517, %516 ]
  %582 = add i64 %581, 1
  store i64 %582, ptr %509, align 8
  store i64 0, ptr %514, align 8
  %583 = load i64, ptr %40, align 8
  %584 = icmp ult i64 %582, %583
  br i1 %584, label %516, label %585

585:
  %586 = getelementptr inbounds i8, ptr %49, i64 -40
  %587 = load i64, ptr %586, align 8
  store i64 %587, ptr %25, align 8
  %588 = load i64, ptr %5, align 8
  %589 = add i64 %588, -1
  store i64 %589, ptr %5, align 8
  br label %592

590:
  %591 = load i64, ptr %5, align 8
  br label %592

592:
  %593 = phi i64 [ %591, %590 ], [ %589, %585 ]
  %594 = icmp eq i64 %593, 0
  br i1 %594, label %595, label %46

595:
  %596 = phi i64 [ 11, %110 ], [ 4, %71 ], [ %437, %436 ], [ 11, %288 ], [ 7, %457 ], [ 6, %485 ], [ 5, %146 ], [ 6, %187 ], [ 2, %1 ], [ %431, %430 ], [ 11, %222 ], [ %539, %534 ], [ 11, %550 ], [ 2, %592 ], [ 1, %95 ], [ 3, %99 ], [ 3, %103 ]
  ret i64 %596
}

declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #3

declare void @llvm.memset.p0.i64(ptr nocapture writeonly, i8, i64, i1 immarg) #4

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
attributes #4 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #6 = { nounwind }
