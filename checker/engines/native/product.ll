; Generated from product.c by `make runtime`: change that file, not this one.
; SHA-256 of product.c: 386162fcb5c26dc24b6d3df8547f07e426357014cba3cf541448e3e3210c5f88
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
  br i1 %7, label %665, label %8

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
  %36 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %37 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %38 = getelementptr inbounds nuw i8, ptr %4, i64 8
  %39 = getelementptr inbounds nuw i8, ptr %4, i64 16
  %40 = getelementptr inbounds nuw i8, ptr %4, i64 24
  %41 = getelementptr inbounds nuw i8, ptr %4, i64 32
  %42 = getelementptr inbounds nuw i8, ptr %0, i64 248
  %43 = getelementptr inbounds nuw i8, ptr %0, i64 240
  %44 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %45 = getelementptr inbounds nuw i8, ptr %2, i64 16
  %46 = getelementptr inbounds nuw i8, ptr %2, i64 24
  %47 = getelementptr inbounds nuw i8, ptr %2, i64 32
  br label %48

48:
  %49 = phi i64 [ %6, %8 ], [ %663, %662 ]
  %50 = load ptr, ptr %9, align 8
  %51 = getelementptr inbounds nuw %struct.frame, ptr %50, i64 %49
  %52 = getelementptr inbounds i8, ptr %51, i64 -96
  %53 = load ptr, ptr %10, align 8
  %54 = load i64, ptr %52, align 8
  %55 = getelementptr inbounds nuw %struct.entry, ptr %53, i64 %54
  %56 = load i64, ptr %55, align 8
  %57 = getelementptr inbounds nuw i8, ptr %55, i64 8
  %58 = load i64, ptr %57, align 8
  %59 = getelementptr inbounds nuw i8, ptr %55, i64 16
  %60 = load i64, ptr %59, align 8
  %61 = getelementptr inbounds nuw i8, ptr %55, i64 24
  %62 = load i64, ptr %61, align 8
  %63 = load i64, ptr %11, align 8
  %64 = icmp eq i64 %63, 0
  br i1 %64, label %65, label %67

65:
  %66 = load i64, ptr %17, align 8
  br label %108

67:
  %68 = load ptr, ptr %12, align 8
  %69 = mul i64 %56, 24
  %70 = getelementptr inbounds nuw i8, ptr %68, i64 %69
  %71 = load i64, ptr %70, align 8
  %72 = icmp eq i64 %71, 0
  br i1 %72, label %73, label %76

73:
  store i64 %56, ptr %35, align 8
  %74 = getelementptr inbounds nuw i8, ptr %0, i64 408
  store i64 0, ptr %74, align 8
  %75 = getelementptr inbounds nuw i8, ptr %0, i64 416
  store i64 0, ptr %75, align 8
  br label %665

76:
  store i64 0, ptr %11, align 8
  %77 = getelementptr inbounds nuw i8, ptr %70, i64 16
  %78 = load i64, ptr %77, align 8
  %79 = add i64 %78, 1
  %80 = load i64, ptr %13, align 8
  %81 = icmp ugt i64 %79, %80
  br i1 %81, label %82, label %85

82:
  store i64 %79, ptr %13, align 8
  store i64 0, ptr %14, align 8
  %83 = load i64, ptr %77, align 8
  %84 = add i64 %83, 1
  br label %85

85:
  %86 = phi i64 [ %84, %82 ], [ %79, %76 ]
  %87 = phi i64 [ %79, %82 ], [ %80, %76 ]
  %88 = phi i64 [ %83, %82 ], [ %78, %76 ]
  %89 = icmp eq i64 %86, %87
  br i1 %89, label %90, label %97

90:
  %91 = load i64, ptr %52, align 8
  %92 = load ptr, ptr %15, align 8
  %93 = load i64, ptr %14, align 8
  %94 = add i64 %93, 1
  store i64 %94, ptr %14, align 8
  %95 = getelementptr inbounds nuw i64, ptr %92, i64 %93
  store i64 %91, ptr %95, align 8
  %96 = load i64, ptr %77, align 8
  br label %97

97:
  %98 = phi i64 [ %96, %90 ], [ %88, %85 ]
  %99 = load i64, ptr %16, align 8
  %100 = icmp eq i64 %98, %99
  br i1 %100, label %665, label %101

101:
  %102 = load i64, ptr %17, align 8
  %103 = and i64 %102, 255
  %104 = icmp eq i64 %103, 0
  br i1 %104, label %665, label %105

105:
  %106 = load i64, ptr %18, align 8
  %107 = icmp eq i64 %102, %106
  br i1 %107, label %665, label %108

108:
  %109 = phi i64 [ %66, %65 ], [ %102, %105 ]
  %110 = load i64, ptr %19, align 8
  %111 = icmp eq i64 %109, %110
  br i1 %111, label %112, label %115

112:
  store i64 0, ptr %35, align 8
  %113 = getelementptr inbounds nuw i8, ptr %0, i64 408
  store i64 0, ptr %113, align 8
  %114 = getelementptr inbounds nuw i8, ptr %0, i64 416
  store i64 0, ptr %114, align 8
  br label %665

115:
  %116 = getelementptr inbounds i8, ptr %51, i64 -88
  %117 = load i64, ptr %116, align 8
  %118 = icmp eq i64 %117, -1
  %119 = load ptr, ptr %12, align 8
  %120 = mul i64 %56, 24
  br i1 %118, label %121, label %126

121:
  %122 = getelementptr inbounds nuw i8, ptr %119, i64 %120
  %123 = load i64, ptr %122, align 8
  %124 = add i64 %123, -1
  store i64 %124, ptr %116, align 8
  %125 = load ptr, ptr %12, align 8
  br label %126

126:
  %127 = phi ptr [ %125, %121 ], [ %119, %115 ]
  %128 = phi i64 [ %124, %121 ], [ %117, %115 ]
  %129 = getelementptr i8, ptr %127, i64 %120
  %130 = getelementptr i8, ptr %129, i64 8
  %131 = load i64, ptr %130, align 8
  %132 = icmp ult i64 %128, %131
  br i1 %132, label %133, label %543

133:
  %134 = getelementptr inbounds i8, ptr %51, i64 -80
  %135 = getelementptr inbounds i8, ptr %51, i64 -72
  %136 = getelementptr inbounds i8, ptr %51, i64 -64
  %137 = getelementptr inbounds i8, ptr %51, i64 -40
  %138 = getelementptr inbounds i8, ptr %51, i64 -56
  %139 = getelementptr inbounds i8, ptr %51, i64 -48
  %140 = or i64 %58, -9223372036854775808
  br label %141

141:
  %142 = phi i64 [ %128, %133 ], [ %537, %535 ]
  %143 = load ptr, ptr %20, align 8
  %144 = shl i64 %142, 4
  %145 = getelementptr inbounds nuw i8, ptr %143, i64 %144
  %146 = load i64, ptr %145, align 8
  %147 = icmp eq i64 %146, 0
  br i1 %147, label %148, label %151

148:
  store i64 %142, ptr %35, align 8
  %149 = getelementptr inbounds nuw i8, ptr %0, i64 408
  store i64 0, ptr %149, align 8
  %150 = getelementptr inbounds nuw i8, ptr %0, i64 416
  store i64 0, ptr %150, align 8
  br label %665

151:
  %152 = load i64, ptr %134, align 8
  %153 = icmp eq i64 %152, 0
  br i1 %153, label %154, label %200

154:
  %155 = shl i64 %146, 32
  %156 = add i64 %155, 9223372032559808512
  %157 = or i64 %156, %140
  %158 = load i64, ptr %21, align 8
  %159 = add i64 %158, -1
  %160 = mul i64 %157, -7046029254386353131
  %161 = lshr i64 %160, 32
  %162 = xor i64 %161, %160
  %163 = load ptr, ptr %22, align 8
  %164 = and i64 %159, %162
  %165 = shl i64 %164, 1
  %166 = or disjoint i64 %165, 1
  %167 = getelementptr inbounds nuw i64, ptr %163, i64 %166
  %168 = load i64, ptr %167, align 8
  %169 = icmp eq i64 %168, 0
  br i1 %169, label %184, label %178

170:
  %171 = add i64 %180, 1
  %172 = and i64 %171, %159
  %173 = shl i64 %172, 1
  %174 = or disjoint i64 %173, 1
  %175 = getelementptr inbounds nuw i64, ptr %163, i64 %174
  %176 = load i64, ptr %175, align 8
  %177 = icmp eq i64 %176, 0
  br i1 %177, label %184, label %178

178:
  %179 = phi i64 [ %173, %170 ], [ %165, %154 ]
  %180 = phi i64 [ %172, %170 ], [ %164, %154 ]
  %181 = getelementptr inbounds nuw i64, ptr %163, i64 %179
  %182 = load i64, ptr %181, align 8
  %183 = icmp eq i64 %182, %157
  br i1 %183, label %184, label %170

184:
  %185 = phi i64 [ %165, %154 ], [ %173, %170 ], [ %179, %178 ]
  %186 = getelementptr inbounds nuw i64, ptr %163, i64 %185
  %187 = getelementptr inbounds nuw i8, ptr %186, i64 8
  %188 = load i64, ptr %187, align 8
  store i64 %188, ptr %134, align 8
  switch i64 %188, label %192 [
    i64 0, label %189
    i64 -1, label %198
  ]

189:
  store i64 %142, ptr %35, align 8
  %190 = getelementptr inbounds nuw i8, ptr %0, i64 408
  store i64 %58, ptr %190, align 8
  %191 = getelementptr inbounds nuw i8, ptr %0, i64 416
  store i64 0, ptr %191, align 8
  br label %665

192:
  %193 = load ptr, ptr %23, align 8
  %194 = shl i64 %188, 2
  %195 = or disjoint i64 %194, 1
  %196 = getelementptr inbounds nuw i64, ptr %193, i64 %195
  %197 = load i64, ptr %196, align 8
  br label %198

198:
  %199 = phi i64 [ %197, %192 ], [ 0, %184 ]
  store i64 %199, ptr %135, align 8
  br label %200

200:
  %201 = phi i64 [ %188, %198 ], [ %152, %151 ]
  %202 = icmp eq i64 %201, -1
  br i1 %202, label %535, label %203

203:
  %204 = getelementptr inbounds nuw i8, ptr %145, i64 8
  %205 = load i64, ptr %135, align 8
  br label %206

206:
  %207 = phi i64 [ %205, %203 ], [ %532, %527 ]
  %208 = phi i64 [ %201, %203 ], [ %518, %527 ]
  %209 = load ptr, ptr %23, align 8
  %210 = shl i64 %208, 5
  %211 = getelementptr inbounds nuw i8, ptr %209, i64 %210
  %212 = getelementptr inbounds nuw i8, ptr %211, i64 16
  %213 = load i64, ptr %212, align 8
  %214 = icmp ult i64 %207, %213
  br i1 %214, label %215, label %516

215:
  %216 = load i64, ptr %136, align 8
  %217 = icmp eq i64 %216, 0
  br label %218

218:
  %219 = phi i1 [ true, %510 ], [ %217, %215 ]
  %220 = phi i64 [ %513, %510 ], [ %207, %215 ]
  br i1 %219, label %224, label %221

221:
  %222 = load i64, ptr %138, align 8
  %223 = load i64, ptr %139, align 8
  br label %484

224:
  %225 = load ptr, ptr %24, align 8
  %226 = load i64, ptr %137, align 8
  store i64 %226, ptr %25, align 8
  %227 = load i64, ptr %26, align 8
  %228 = icmp eq i64 %226, %227
  br i1 %228, label %665, label %229

229:
  %230 = shl i64 %220, 4
  %231 = getelementptr inbounds nuw i8, ptr %225, i64 %230
  %232 = load ptr, ptr %27, align 8
  %233 = add i64 %226, 1
  store i64 %233, ptr %25, align 8
  %234 = getelementptr inbounds nuw %struct.result, ptr %232, i64 %226
  store i64 %60, ptr %234, align 8
  %235 = getelementptr inbounds nuw i8, ptr %234, i64 8
  store i64 -1, ptr %235, align 8
  %236 = getelementptr inbounds nuw i8, ptr %234, i64 16
  store i64 -1, ptr %236, align 8
  %237 = load i64, ptr %231, align 8
  %238 = getelementptr inbounds nuw i8, ptr %231, i64 8
  %239 = load i64, ptr %25, align 8
  %240 = load i64, ptr %238, align 8
  %241 = icmp ult i64 %237, %240
  br i1 %241, label %242, label %481

242:
  %243 = phi i64 [ %477, %476 ], [ %240, %229 ]
  %244 = phi i64 [ %478, %476 ], [ %239, %229 ]
  %245 = phi i64 [ %479, %476 ], [ %237, %229 ]
  %246 = phi i64 [ %244, %476 ], [ %226, %229 ]
  %247 = icmp ult i64 %246, %244
  br i1 %247, label %248, label %476

248:
  %249 = phi i64 [ %469, %468 ], [ %246, %242 ]
  %250 = load ptr, ptr %28, align 8
  %251 = getelementptr inbounds nuw %struct.stage, ptr %250, i64 %245
  %252 = load ptr, ptr %27, align 8
  %253 = getelementptr inbounds nuw %struct.result, ptr %252, i64 %249
  %254 = load i64, ptr %253, align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %3) #6
  %255 = load i64, ptr %251, align 8
  %256 = getelementptr inbounds nuw i8, ptr %251, i64 8
  %257 = load i64, ptr %256, align 8
  %258 = call fastcc i64 @meets(ptr noundef %0, i64 noundef 0, i64 noundef %254, i64 noundef %255, i64 noundef %257, ptr noundef %3)
  %259 = icmp eq i64 %258, 0
  %260 = load i64, ptr %3, align 8
  %261 = icmp ne i64 %260, 0
  %262 = select i1 %259, i1 %261, i1 false
  br i1 %262, label %263, label %465

263:
  %264 = getelementptr inbounds nuw i8, ptr %251, i64 16
  %265 = load i64, ptr %264, align 8
  %266 = icmp eq i64 %265, -1
  br i1 %266, label %278, label %267

267:
  %268 = getelementptr inbounds nuw i8, ptr %251, i64 24
  %269 = load i64, ptr %268, align 8
  %270 = icmp ult i64 %265, %269
  br i1 %270, label %271, label %464

271:
  %272 = getelementptr inbounds nuw i8, ptr %251, i64 32
  %273 = getelementptr inbounds nuw i8, ptr %251, i64 40
  %274 = getelementptr inbounds nuw i8, ptr %251, i64 48
  %275 = getelementptr inbounds nuw i8, ptr %251, i64 56
  %276 = getelementptr inbounds nuw i8, ptr %251, i64 64
  %277 = getelementptr inbounds nuw i8, ptr %251, i64 72
  br label %299

278:
  %279 = getelementptr inbounds nuw i8, ptr %251, i64 48
  %280 = load i64, ptr %279, align 8
  %281 = getelementptr inbounds nuw i8, ptr %251, i64 56
  %282 = load i64, ptr %281, align 8
  %283 = call fastcc i64 @meets(ptr noundef nonnull %0, i64 noundef 0, i64 noundef %254, i64 noundef %280, i64 noundef %282, ptr noundef %3)
  %284 = icmp eq i64 %283, 0
  %285 = load i64, ptr %3, align 8
  %286 = icmp ne i64 %285, 0
  %287 = select i1 %284, i1 %286, i1 false
  br i1 %287, label %288, label %465

288:
  %289 = load i64, ptr %25, align 8
  %290 = load i64, ptr %26, align 8
  %291 = icmp eq i64 %289, %290
  br i1 %291, label %292, label %293

292:
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %3) #6
  br label %665

293:
  %294 = load ptr, ptr %27, align 8
  %295 = add i64 %289, 1
  store i64 %295, ptr %25, align 8
  %296 = getelementptr inbounds nuw %struct.result, ptr %294, i64 %289
  store i64 %254, ptr %296, align 8
  %297 = getelementptr inbounds nuw i8, ptr %296, i64 8
  store i64 -1, ptr %297, align 8
  %298 = getelementptr inbounds nuw i8, ptr %296, i64 16
  store i64 %249, ptr %298, align 8
  br label %464

299:
  %300 = phi i64 [ %265, %271 ], [ %461, %460 ]
  %301 = load ptr, ptr %29, align 8
  %302 = getelementptr inbounds nuw i64, ptr %301, i64 %300
  %303 = load i64, ptr %302, align 8
  %304 = load i64, ptr %272, align 8
  %305 = load i64, ptr %273, align 8
  %306 = load ptr, ptr %30, align 8
  %307 = shl i64 %303, 5
  %308 = getelementptr inbounds nuw i8, ptr %306, i64 %307
  %309 = icmp ult i64 %304, %305
  br i1 %309, label %310, label %405

310:
  %311 = load i64, ptr %308, align 8
  %312 = icmp eq i64 %311, 0
  br i1 %312, label %397, label %313

313:
  %314 = getelementptr inbounds nuw i8, ptr %308, i64 24
  %315 = shl i64 %303, 28
  %316 = add i64 %315, 268435456
  %317 = or i64 %316, %254
  br label %319

318:
  store i64 0, ptr %3, align 8
  br label %460

319:
  %320 = phi i64 [ %304, %313 ], [ %390, %392 ]
  %321 = load ptr, ptr %31, align 8
  %322 = load i64, ptr %314, align 8
  %323 = load ptr, ptr %29, align 8
  %324 = getelementptr inbounds nuw i64, ptr %323, i64 %320
  %325 = load i64, ptr %324, align 8
  %326 = add i64 %325, %322
  %327 = shl i64 %326, 4
  %328 = getelementptr inbounds nuw i8, ptr %321, i64 %327
  %329 = getelementptr i8, ptr %324, i64 8
  %330 = load i64, ptr %329, align 8
  %331 = load i64, ptr %328, align 8
  %332 = load i64, ptr %32, align 8
  %333 = icmp eq i64 %332, %254
  br i1 %333, label %337, label %334

334:
  store i64 %254, ptr %32, align 8
  %335 = load i64, ptr %33, align 8
  %336 = add i64 %335, 1
  store i64 %336, ptr %33, align 8
  br label %337

337:
  %338 = tail call fastcc i64 @value(ptr noundef nonnull %0, i64 noundef 0, i64 noundef %331, i64 noundef 0)
  %339 = icmp eq i64 %338, 0
  br i1 %339, label %393, label %340

340:
  %341 = and i64 %330, 1
  %342 = icmp eq i64 %341, 0
  br i1 %342, label %380, label %343

343:
  %344 = shl i64 %330, 44
  %345 = or i64 %344, %317
  %346 = load i64, ptr %21, align 8
  %347 = add i64 %346, -1
  %348 = mul i64 %345, -7046029254386353131
  %349 = lshr i64 %348, 32
  %350 = xor i64 %349, %348
  %351 = load ptr, ptr %22, align 8
  %352 = and i64 %347, %350
  %353 = shl i64 %352, 1
  %354 = or disjoint i64 %353, 1
  %355 = getelementptr inbounds nuw i64, ptr %351, i64 %354
  %356 = load i64, ptr %355, align 8
  %357 = icmp eq i64 %356, 0
  br i1 %357, label %372, label %366

358:
  %359 = add i64 %368, 1
  %360 = and i64 %359, %347
  %361 = shl i64 %360, 1
  %362 = or disjoint i64 %361, 1
  %363 = getelementptr inbounds nuw i64, ptr %351, i64 %362
  %364 = load i64, ptr %363, align 8
  %365 = icmp eq i64 %364, 0
  br i1 %365, label %372, label %366

366:
  %367 = phi i64 [ %361, %358 ], [ %353, %343 ]
  %368 = phi i64 [ %360, %358 ], [ %352, %343 ]
  %369 = getelementptr inbounds nuw i64, ptr %351, i64 %367
  %370 = load i64, ptr %369, align 8
  %371 = icmp eq i64 %370, %345
  br i1 %371, label %372, label %358

372:
  %373 = phi i64 [ %353, %343 ], [ %367, %366 ], [ %361, %358 ]
  %374 = getelementptr inbounds nuw i64, ptr %351, i64 %373
  %375 = getelementptr inbounds nuw i8, ptr %374, i64 8
  %376 = load i64, ptr %375, align 8
  %377 = icmp eq i64 %376, 0
  br i1 %377, label %397, label %378

378:
  %379 = icmp eq i64 %376, 1
  br label %388

380:
  %381 = load i64, ptr %34, align 8
  %382 = add i64 %381, 1
  store i64 %382, ptr %34, align 8
  %383 = lshr exact i64 %330, 1
  %384 = getelementptr inbounds nuw i8, ptr %328, i64 8
  %385 = load i64, ptr %384, align 8
  %386 = tail call fastcc i64 @value(ptr noundef nonnull %0, i64 noundef 2, i64 noundef %383, i64 noundef %385)
  %387 = icmp ne i64 %386, 0
  br label %388

388:
  %389 = phi i1 [ %387, %380 ], [ %379, %378 ]
  %390 = add i64 %320, 2
  %391 = icmp ult i64 %390, %305
  br i1 %391, label %392, label %404

392:
  br i1 %389, label %319, label %318

393:
  %394 = add i64 %320, 2
  %395 = icmp ult i64 %394, %305
  br i1 %395, label %318, label %396

396:
  store i64 0, ptr %3, align 8
  br label %460

397:
  %398 = phi i64 [ %330, %372 ], [ %303, %310 ]
  %399 = phi i64 [ %254, %372 ], [ 0, %310 ]
  %400 = phi i64 [ %303, %372 ], [ 0, %310 ]
  %401 = phi i64 [ 9, %372 ], [ 8, %310 ]
  store i64 %398, ptr %35, align 8
  %402 = getelementptr inbounds nuw i8, ptr %0, i64 408
  store i64 %399, ptr %402, align 8
  %403 = getelementptr inbounds nuw i8, ptr %0, i64 416
  store i64 %400, ptr %403, align 8
  br label %471

404:
  br i1 %389, label %405, label %460

405:
  %406 = tail call i64 @follow(ptr noundef %0, i64 noundef %254, i64 noundef %303)
  %407 = icmp eq i64 %406, 0
  br i1 %407, label %408, label %471

408:
  %409 = load i64, ptr %35, align 8
  %410 = icmp eq i64 %409, -1
  br i1 %410, label %460, label %411

411:
  %412 = load i64, ptr %274, align 8
  %413 = load i64, ptr %275, align 8
  %414 = call fastcc i64 @meets(ptr noundef nonnull %0, i64 noundef 1, i64 noundef %409, i64 noundef %412, i64 noundef %413, ptr noundef %3)
  %415 = icmp eq i64 %414, 0
  br i1 %415, label %416, label %471

416:
  %417 = load i64, ptr %3, align 8
  %418 = icmp eq i64 %417, 0
  br i1 %418, label %460, label %419

419:
  %420 = load i64, ptr %276, align 8
  %421 = load i64, ptr %277, align 8
  %422 = icmp ult i64 %420, %421
  br i1 %422, label %426, label %450

423:
  %424 = add i64 %427, 1
  %425 = icmp eq i64 %424, %421
  br i1 %425, label %450, label %426

426:
  %427 = phi i64 [ %424, %423 ], [ %420, %419 ]
  %428 = load i64, ptr %32, align 8
  %429 = icmp eq i64 %428, %254
  br i1 %429, label %433, label %430

430:
  store i64 %254, ptr %32, align 8
  %431 = load i64, ptr %33, align 8
  %432 = add i64 %431, 1
  store i64 %432, ptr %33, align 8
  br label %433

433:
  %434 = load i64, ptr %36, align 8
  %435 = icmp eq i64 %434, %409
  br i1 %435, label %439, label %436

436:
  store i64 %409, ptr %36, align 8
  %437 = load i64, ptr %37, align 8
  %438 = add i64 %437, 1
  store i64 %438, ptr %37, align 8
  br label %439

439:
  %440 = load ptr, ptr %29, align 8
  %441 = getelementptr inbounds nuw i64, ptr %440, i64 %427
  %442 = load i64, ptr %441, align 8
  %443 = tail call fastcc i64 @value(ptr noundef nonnull %0, i64 noundef 0, i64 noundef %442, i64 noundef 0)
  %444 = load ptr, ptr %29, align 8
  %445 = getelementptr inbounds nuw i64, ptr %444, i64 %427
  %446 = load i64, ptr %445, align 8
  %447 = tail call fastcc i64 @value(ptr noundef nonnull %0, i64 noundef 1, i64 noundef %446, i64 noundef 0)
  %448 = icmp eq i64 %443, %447
  br i1 %448, label %423, label %449

449:
  store i64 0, ptr %3, align 8
  br label %460

450:
  store i64 1, ptr %3, align 8
  %451 = load i64, ptr %25, align 8
  %452 = load i64, ptr %26, align 8
  %453 = icmp eq i64 %451, %452
  br i1 %453, label %471, label %454

454:
  %455 = load ptr, ptr %27, align 8
  %456 = add i64 %451, 1
  store i64 %456, ptr %25, align 8
  %457 = getelementptr inbounds nuw %struct.result, ptr %455, i64 %451
  store i64 %409, ptr %457, align 8
  %458 = getelementptr inbounds nuw i8, ptr %457, i64 8
  store i64 %303, ptr %458, align 8
  %459 = getelementptr inbounds nuw i8, ptr %457, i64 16
  store i64 %249, ptr %459, align 8
  br label %460

460:
  %461 = add nuw i64 %300, 1
  %462 = load i64, ptr %268, align 8
  %463 = icmp ult i64 %461, %462
  br i1 %463, label %299, label %464

464:
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %3) #6
  br label %468

465:
  %466 = phi i64 [ %258, %248 ], [ %283, %278 ]
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %3) #6
  %467 = icmp eq i64 %466, 0
  br i1 %467, label %468, label %665

468:
  %469 = add nuw i64 %249, 1
  %470 = icmp eq i64 %469, %244
  br i1 %470, label %473, label %248

471:
  %472 = phi i64 [ %401, %397 ], [ %406, %405 ], [ %414, %411 ], [ 11, %450 ]
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %3) #6
  br label %665

473:
  %474 = load i64, ptr %25, align 8
  %475 = load i64, ptr %238, align 8
  br label %476

476:
  %477 = phi i64 [ %475, %473 ], [ %243, %242 ]
  %478 = phi i64 [ %474, %473 ], [ %244, %242 ]
  %479 = add nuw i64 %245, 1
  %480 = icmp ult i64 %479, %477
  br i1 %480, label %242, label %481

481:
  %482 = phi i64 [ %226, %229 ], [ %244, %476 ]
  %483 = phi i64 [ %239, %229 ], [ %478, %476 ]
  store i64 1, ptr %136, align 8
  store i64 %482, ptr %138, align 8
  store i64 %483, ptr %139, align 8
  br label %484

484:
  %485 = phi i64 [ %223, %221 ], [ %483, %481 ]
  %486 = phi i64 [ %222, %221 ], [ %482, %481 ]
  %487 = icmp ult i64 %486, %485
  br i1 %487, label %489, label %488

488:
  br label %496

489:
  %490 = load i64, ptr %204, align 8
  %491 = icmp eq i64 %490, 0
  br i1 %491, label %492, label %488

492:
  %493 = load i64, ptr %116, align 8
  store i64 %493, ptr %35, align 8
  %494 = getelementptr inbounds nuw i8, ptr %0, i64 408
  store i64 0, ptr %494, align 8
  %495 = getelementptr inbounds nuw i8, ptr %0, i64 416
  store i64 0, ptr %495, align 8
  br label %665

496:
  %497 = load i64, ptr %138, align 8
  %498 = load i64, ptr %139, align 8
  %499 = icmp ult i64 %497, %498
  br i1 %499, label %500, label %510

500:
  %501 = add nuw i64 %497, 1
  store i64 %501, ptr %138, align 8
  %502 = load ptr, ptr %27, align 8
  %503 = getelementptr inbounds nuw %struct.result, ptr %502, i64 %497
  %504 = load i64, ptr %503, align 8
  call void @llvm.lifetime.start.p0(i64 40, ptr nonnull %4) #6
  %505 = load i64, ptr %204, align 8
  %506 = add i64 %505, -1
  store i64 %506, ptr %4, align 8
  %507 = load i64, ptr %211, align 8
  store i64 %507, ptr %38, align 8
  store i64 %504, ptr %39, align 8
  store i64 0, ptr %40, align 8
  store i64 0, ptr %41, align 8
  %508 = load i64, ptr %116, align 8
  %509 = tail call fastcc zeroext i1 @enter(ptr noundef %0, ptr noundef nonnull byval(%struct.entry) align 8 %4, i64 noundef %508, i64 noundef %497)
  call void @llvm.lifetime.end.p0(i64 40, ptr nonnull %4) #6
  br i1 %509, label %660, label %496

510:
  %511 = load i64, ptr %137, align 8
  store i64 %511, ptr %25, align 8
  %512 = load i64, ptr %135, align 8
  %513 = add i64 %512, 1
  store i64 %513, ptr %135, align 8
  store i64 0, ptr %136, align 8
  %514 = load i64, ptr %212, align 8
  %515 = icmp ult i64 %513, %514
  br i1 %515, label %218, label %516

516:
  %517 = getelementptr inbounds nuw i8, ptr %211, i64 24
  %518 = load i64, ptr %517, align 8
  %519 = icmp eq i64 %518, 0
  br i1 %519, label %520, label %525

520:
  %521 = load i64, ptr %116, align 8
  %522 = load i64, ptr %134, align 8
  store i64 %521, ptr %35, align 8
  %523 = getelementptr inbounds nuw i8, ptr %0, i64 408
  store i64 %58, ptr %523, align 8
  %524 = getelementptr inbounds nuw i8, ptr %0, i64 416
  store i64 %522, ptr %524, align 8
  br label %665

525:
  store i64 %518, ptr %134, align 8
  %526 = icmp eq i64 %518, -1
  br i1 %526, label %533, label %527

527:
  %528 = load ptr, ptr %23, align 8
  %529 = shl i64 %518, 2
  %530 = or disjoint i64 %529, 1
  %531 = getelementptr inbounds nuw i64, ptr %528, i64 %530
  %532 = load i64, ptr %531, align 8
  store i64 %532, ptr %135, align 8
  br label %206

533:
  store i64 0, ptr %135, align 8
  %534 = load i64, ptr %116, align 8
  br label %535

535:
  %536 = phi i64 [ %534, %533 ], [ %142, %200 ]
  %537 = add i64 %536, 1
  store i64 %537, ptr %116, align 8
  store i64 0, ptr %134, align 8
  %538 = load ptr, ptr %12, align 8
  %539 = getelementptr i8, ptr %538, i64 %120
  %540 = getelementptr i8, ptr %539, i64 8
  %541 = load i64, ptr %540, align 8
  %542 = icmp ult i64 %537, %541
  br i1 %542, label %141, label %543

543:
  %544 = getelementptr inbounds i8, ptr %51, i64 -32
  %545 = load i64, ptr %544, align 8
  %546 = load i64, ptr %42, align 8
  %547 = icmp ult i64 %545, %546
  br i1 %547, label %548, label %655

548:
  %549 = getelementptr inbounds i8, ptr %51, i64 -24
  %550 = getelementptr inbounds i8, ptr %51, i64 -40
  br label %551

551:
  %552 = phi i64 [ %545, %548 ], [ %652, %650 ]
  %553 = load ptr, ptr %43, align 8
  %554 = mul i64 %552, 40
  %555 = getelementptr inbounds nuw i8, ptr %553, i64 %554
  %556 = shl i64 %552, 3
  %557 = lshr i64 %62, %556
  %558 = and i64 %557, 255
  %559 = getelementptr inbounds nuw i8, ptr %555, i64 16
  %560 = load i64, ptr %559, align 8
  %561 = icmp eq i64 %558, %560
  br i1 %561, label %650, label %562

562:
  %563 = getelementptr inbounds nuw i8, ptr %555, i64 8
  %564 = load i64, ptr %555, align 8
  %565 = load i64, ptr %549, align 8
  %566 = add i64 %565, %564
  %567 = load i64, ptr %563, align 8
  %568 = icmp ult i64 %566, %567
  br i1 %568, label %569, label %650

569:
  %570 = getelementptr inbounds nuw i8, ptr %555, i64 24
  %571 = getelementptr inbounds nuw i8, ptr %555, i64 32
  br label %572

572:
  %573 = phi i64 [ %566, %569 ], [ %645, %642 ]
  %574 = load ptr, ptr %29, align 8
  %575 = getelementptr inbounds nuw i64, ptr %574, i64 %573
  %576 = load i64, ptr %575, align 8
  %577 = tail call i64 @follow(ptr noundef nonnull %0, i64 noundef %60, i64 noundef %576)
  %578 = icmp eq i64 %577, 0
  br i1 %578, label %579, label %665

579:
  %580 = load i64, ptr %35, align 8
  %581 = icmp eq i64 %580, -1
  %582 = icmp eq i64 %580, %60
  %583 = select i1 %581, i1 true, i1 %582
  br i1 %583, label %618, label %584

584:
  %585 = load i64, ptr %570, align 8
  %586 = load i64, ptr %571, align 8
  %587 = icmp ult i64 %585, %586
  br i1 %587, label %591, label %614

588:
  %589 = add i64 %592, 1
  %590 = icmp eq i64 %589, %586
  br i1 %590, label %614, label %591

591:
  %592 = phi i64 [ %589, %588 ], [ %585, %584 ]
  %593 = load i64, ptr %32, align 8
  %594 = icmp eq i64 %593, %60
  br i1 %594, label %598, label %595

595:
  store i64 %60, ptr %32, align 8
  %596 = load i64, ptr %33, align 8
  %597 = add i64 %596, 1
  store i64 %597, ptr %33, align 8
  br label %598

598:
  %599 = load i64, ptr %36, align 8
  %600 = icmp eq i64 %599, %580
  br i1 %600, label %604, label %601

601:
  store i64 %580, ptr %36, align 8
  %602 = load i64, ptr %37, align 8
  %603 = add i64 %602, 1
  store i64 %603, ptr %37, align 8
  br label %604

604:
  %605 = load ptr, ptr %29, align 8
  %606 = getelementptr inbounds nuw i64, ptr %605, i64 %592
  %607 = load i64, ptr %606, align 8
  %608 = tail call fastcc i64 @value(ptr noundef nonnull %0, i64 noundef 0, i64 noundef %607, i64 noundef 0)
  %609 = load ptr, ptr %29, align 8
  %610 = getelementptr inbounds nuw i64, ptr %609, i64 %592
  %611 = load i64, ptr %610, align 8
  %612 = tail call fastcc i64 @value(ptr noundef nonnull %0, i64 noundef 1, i64 noundef %611, i64 noundef 0)
  %613 = icmp eq i64 %608, %612
  br i1 %613, label %588, label %618

614:
  %615 = load i64, ptr %550, align 8
  store i64 %615, ptr %25, align 8
  %616 = load i64, ptr %26, align 8
  %617 = icmp eq i64 %615, %616
  br i1 %617, label %665, label %622

618:
  %619 = load i64, ptr %550, align 8
  store i64 %619, ptr %25, align 8
  %620 = load i64, ptr %549, align 8
  %621 = add i64 %620, 1
  store i64 %621, ptr %549, align 8
  br label %642

622:
  %623 = load ptr, ptr %27, align 8
  %624 = add i64 %615, 1
  store i64 %624, ptr %25, align 8
  %625 = getelementptr inbounds nuw %struct.result, ptr %623, i64 %615
  store i64 %580, ptr %625, align 8
  %626 = getelementptr inbounds nuw i8, ptr %625, i64 8
  store i64 %576, ptr %626, align 8
  %627 = getelementptr inbounds nuw i8, ptr %625, i64 16
  store i64 -1, ptr %627, align 8
  %628 = load i64, ptr %549, align 8
  %629 = add i64 %628, 1
  store i64 %629, ptr %549, align 8
  call void @llvm.lifetime.start.p0(i64 40, ptr nonnull %2) #6
  store i64 %56, ptr %2, align 8
  store i64 %58, ptr %44, align 8
  store i64 %580, ptr %45, align 8
  store i64 %62, ptr %46, align 8
  store i64 0, ptr %47, align 8
  %630 = load i64, ptr %559, align 8
  %631 = icmp eq i64 %630, -1
  br i1 %631, label %637, label %632

632:
  %633 = load i64, ptr %544, align 8
  %634 = shl i64 %633, 3
  %635 = shl nuw i64 1, %634
  %636 = add i64 %635, %62
  store i64 %636, ptr %46, align 8
  br label %637

637:
  %638 = load i64, ptr %550, align 8
  %639 = tail call fastcc zeroext i1 @enter(ptr noundef nonnull %0, ptr noundef nonnull byval(%struct.entry) align 8 %2, i64 noundef -1, i64 noundef %638)
  call void @llvm.lifetime.end.p0(i64 40, ptr nonnull %2) #6
  br i1 %639, label %660, label %640

640:
  %641 = load i64, ptr %549, align 8
  br label %642

642:
  %643 = phi i64 [ %641, %640 ], [ %621, %618 ]
  %644 = load i64, ptr %555, align 8
  %645 = add i64 %644, %643
  %646 = load i64, ptr %563, align 8
  %647 = icmp ult i64 %645, %646
  br i1 %647, label %572, label %648

648:
  %649 = load i64, ptr %544, align 8
  br label %650

650:
  %651 = phi i64 [ %649, %648 ], [ %552, %562 ], [ %552, %551 ]
  %652 = add i64 %651, 1
  store i64 %652, ptr %544, align 8
  store i64 0, ptr %549, align 8
  %653 = load i64, ptr %42, align 8
  %654 = icmp ult i64 %652, %653
  br i1 %654, label %551, label %655

655:
  %656 = getelementptr inbounds i8, ptr %51, i64 -40
  %657 = load i64, ptr %656, align 8
  store i64 %657, ptr %25, align 8
  %658 = load i64, ptr %5, align 8
  %659 = add i64 %658, -1
  store i64 %659, ptr %5, align 8
  br label %662

660:
  %661 = load i64, ptr %5, align 8
  br label %662

662:
  %663 = phi i64 [ %661, %660 ], [ %659, %655 ]
  %664 = icmp eq i64 %663, 0
  br i1 %664, label %665, label %48

665:
  %666 = phi i64 [ 11, %112 ], [ 4, %73 ], [ %472, %471 ], [ 11, %292 ], [ 7, %492 ], [ 6, %520 ], [ 5, %148 ], [ 6, %189 ], [ 2, %1 ], [ %466, %465 ], [ 11, %224 ], [ %577, %572 ], [ 11, %614 ], [ 2, %662 ], [ 1, %97 ], [ 3, %101 ], [ 3, %105 ]
  ret i64 %666
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
