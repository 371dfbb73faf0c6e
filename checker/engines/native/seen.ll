; Generated from seen.c by `make runtime`: change that file, not this one.
; SHA-256 of seen.c: 5854393a669be2c1f91817db2da643ba2819e9e8831bc08d2a1e80465d823111
%struct.seen = type { ptr, i64, i64, i64, i64, i64 }
%struct.owner = type { i64, i64, i64, i64, ptr, i64 }

@AHEAD = local_unnamed_addr constant i64 24, align 8

define void @renumber(ptr nocapture noundef readonly %0, ptr nocapture noundef %1) local_unnamed_addr #0 {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %4 = load i64, ptr %3, align 8
  %5 = icmp eq i64 %4, 0
  br i1 %5, label %8, label %6

6:
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 8
  br label %12

8:
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %10 = load i64, ptr %9, align 8
  %11 = getelementptr inbounds nuw i8, ptr %1, i64 16
  store i64 %10, ptr %11, align 8
  ret void

12:
  %13 = phi i64 [ %4, %6 ], [ %60, %59 ]
  %14 = phi i64 [ 0, %6 ], [ %61, %59 ]
  %15 = load ptr, ptr %0, align 8
  %16 = shl i64 %14, 4
  %17 = getelementptr inbounds nuw i8, ptr %15, i64 %16
  %18 = getelementptr inbounds nuw i8, ptr %17, i64 8
  %19 = load i64, ptr %18, align 8
  %20 = icmp eq i64 %19, 0
  br i1 %20, label %59, label %21

21:
  %22 = load i64, ptr %17, align 8
  %23 = lshr i64 %22, 32
  %24 = xor i64 %23, %22
  %25 = mul i64 %24, -7046029254386353131
  %26 = lshr i64 %25, 32
  %27 = xor i64 %26, %25
  %28 = mul i64 %27, -2960836687051489901
  %29 = zext i64 %28 to i128
  %30 = load i64, ptr %7, align 8
  %31 = zext i64 %30 to i128
  %32 = mul nuw i128 %29, %31
  %33 = lshr i128 %32, 64
  %34 = trunc nuw i128 %33 to i64
  %35 = load ptr, ptr %1, align 8
  %36 = shl i64 %34, 1
  %37 = or disjoint i64 %36, 1
  %38 = getelementptr inbounds nuw i64, ptr %35, i64 %37
  %39 = load i64, ptr %38, align 8
  %40 = icmp eq i64 %39, 0
  br i1 %40, label %51, label %41

41:
  %42 = phi i64 [ %45, %41 ], [ %34, %21 ]
  %43 = add i64 %42, 1
  %44 = icmp eq i64 %43, %30
  %45 = select i1 %44, i64 0, i64 %43
  %46 = shl i64 %45, 1
  %47 = or disjoint i64 %46, 1
  %48 = getelementptr inbounds nuw i64, ptr %35, i64 %47
  %49 = load i64, ptr %48, align 8
  %50 = icmp eq i64 %49, 0
  br i1 %50, label %51, label %41

51:
  %52 = phi i64 [ %36, %21 ], [ %46, %41 ]
  %53 = phi i64 [ %37, %21 ], [ %47, %41 ]
  %54 = getelementptr inbounds nuw i64, ptr %35, i64 %52
  store i64 %22, ptr %54, align 8
  %55 = load i64, ptr %18, align 8
  %56 = load ptr, ptr %1, align 8
  %57 = getelementptr inbounds nuw i64, ptr %56, i64 %53
  store i64 %55, ptr %57, align 8
  %58 = load i64, ptr %3, align 8
  br label %59

59:
  %60 = phi i64 [ %13, %12 ], [ %58, %51 ]
  %61 = add nuw i64 %14, 1
  %62 = icmp ult i64 %61, %60
  br i1 %62, label %12, label %8
}

declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #1

declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #1

define void @mix(ptr nocapture noundef readonly %0, i64 noundef %1, i64 noundef %2) local_unnamed_addr #2 {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %5 = load i64, ptr %4, align 8
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 96
  %7 = load i64, ptr %6, align 8
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 104
  %9 = load ptr, ptr %8, align 8
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 112
  %11 = load ptr, ptr %10, align 8
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 120
  %13 = load ptr, ptr %12, align 8
  %14 = icmp ult i64 %1, %2
  br i1 %14, label %15, label %26

15:
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %17 = load i64, ptr %16, align 8
  %18 = icmp eq i64 %7, 1
  %19 = icmp eq i64 %7, 0
  %20 = icmp ugt i64 %7, 2
  %21 = sub i64 64, %17
  %22 = add i64 %17, 1
  %23 = lshr i64 %22, 1
  %24 = shl nsw i64 -1, %21
  %25 = sub nuw i64 %2, %1
  br label %27

26:
  ret void

27:
  %28 = phi i64 [ %25, %15 ], [ %141, %138 ]
  %29 = phi i64 [ %1, %15 ], [ %139, %138 ]
  %30 = tail call i64 @llvm.umin.i64(i64 %28, i64 32)
  %31 = tail call i64 @llvm.umax.i64(i64 %30, i64 1)
  %32 = sub nuw i64 %2, %29
  %33 = tail call i64 @llvm.umin.i64(i64 %32, i64 32)
  br i1 %18, label %34, label %50

34:
  %35 = phi i64 [ %48, %34 ], [ 0, %27 ]
  %36 = add i64 %35, %29
  %37 = getelementptr inbounds nuw i64, ptr %11, i64 %36
  %38 = load i64, ptr %37, align 8
  %39 = lshr i64 %38, %23
  %40 = and i64 %39, %24
  %41 = xor i64 %40, %38
  %42 = mul i64 %41, -7046029254386353131
  %43 = lshr i64 %42, %23
  %44 = and i64 %43, %24
  %45 = xor i64 %44, %42
  %46 = mul i64 %45, -2960836687051489901
  %47 = getelementptr inbounds nuw i64, ptr %13, i64 %36
  store i64 %46, ptr %47, align 8
  %48 = add nuw nsw i64 %35, 1
  %49 = icmp eq i64 %48, %31
  br i1 %49, label %138, label %34

50:
  %51 = tail call ptr @llvm.stacksave.p0()
  %52 = alloca [32 x i64], i64 %7, align 16
  br i1 %19, label %73, label %55

53:
  %54 = getelementptr i8, ptr %52, i64 -256
  br i1 %20, label %76, label %73

55:
  %56 = phi i64 [ %62, %59 ], [ 0, %50 ]
  %57 = phi ptr [ %60, %59 ], [ %9, %50 ]
  %58 = getelementptr i64, ptr %11, i64 %56
  br label %64

59:
  %60 = getelementptr inbounds nuw i8, ptr %57, i64 24
  %61 = getelementptr inbounds nuw [32 x i64], ptr %52, i64 %56
  call fastcc void @number_all(ptr noundef %57, ptr noundef %61, i64 noundef %33)
  %62 = add nuw i64 %56, 1
  %63 = icmp eq i64 %62, %7
  br i1 %63, label %53, label %55

64:
  %65 = phi i64 [ %71, %64 ], [ 0, %55 ]
  %66 = add i64 %65, %29
  %67 = mul i64 %66, %7
  %68 = getelementptr i64, ptr %58, i64 %67
  %69 = load i64, ptr %68, align 8
  %70 = getelementptr inbounds nuw [32 x i64], ptr %52, i64 %56, i64 %65
  store i64 %69, ptr %70, align 8
  %71 = add nuw nsw i64 %65, 1
  %72 = icmp eq i64 %71, %31
  br i1 %72, label %59, label %64

73:
  %74 = getelementptr inbounds nuw i8, ptr %52, i64 256
  %75 = getelementptr i64, ptr %13, i64 %29
  br label %118

76:
  %77 = phi ptr [ %82, %106 ], [ %60, %53 ]
  %78 = phi i64 [ %108, %106 ], [ %7, %53 ]
  %79 = lshr i64 %78, 1
  %80 = icmp ult i64 %78, 2
  br i1 %80, label %81, label %85

81:
  %82 = phi ptr [ %77, %76 ], [ %91, %90 ]
  %83 = and i64 %78, 1
  %84 = icmp eq i64 %83, 0
  br i1 %84, label %106, label %110

85:
  %86 = phi i64 [ %93, %90 ], [ 0, %76 ]
  %87 = phi ptr [ %91, %90 ], [ %77, %76 ]
  %88 = shl nuw i64 %86, 1
  %89 = or disjoint i64 %88, 1
  br label %95

90:
  %91 = getelementptr inbounds nuw i8, ptr %87, i64 24
  %92 = getelementptr inbounds nuw [32 x i64], ptr %52, i64 %86
  call fastcc void @number_all(ptr noundef %87, ptr noundef %92, i64 noundef %33)
  %93 = add nuw nsw i64 %86, 1
  %94 = icmp eq i64 %93, %79
  br i1 %94, label %81, label %85

95:
  %96 = phi i64 [ 0, %85 ], [ %104, %95 ]
  %97 = getelementptr inbounds nuw [32 x i64], ptr %52, i64 %88, i64 %96
  %98 = load i64, ptr %97, align 8
  %99 = shl i64 %98, 32
  %100 = getelementptr inbounds nuw [32 x i64], ptr %52, i64 %89, i64 %96
  %101 = load i64, ptr %100, align 8
  %102 = or i64 %99, %101
  %103 = getelementptr inbounds nuw [32 x i64], ptr %52, i64 %86, i64 %96
  store i64 %102, ptr %103, align 8
  %104 = add nuw nsw i64 %96, 1
  %105 = icmp eq i64 %104, %31
  br i1 %105, label %90, label %95

106:
  %107 = add i64 %78, 1
  %108 = lshr i64 %107, 1
  %109 = icmp ugt i64 %107, 5
  br i1 %109, label %76, label %73

110:
  %111 = phi i64 [ %115, %110 ], [ 0, %81 ]
  %112 = getelementptr [32 x i64], ptr %54, i64 %78, i64 %111
  %113 = load i64, ptr %112, align 8
  %114 = getelementptr inbounds nuw [32 x i64], ptr %52, i64 %79, i64 %111
  store i64 %113, ptr %114, align 8
  %115 = add nuw nsw i64 %111, 1
  %116 = icmp samesign ult i64 %115, %33
  br i1 %116, label %110, label %106

117:
  call void @llvm.stackrestore.p0(ptr %51)
  br label %138

118:
  %119 = phi i64 [ 0, %73 ], [ %136, %118 ]
  %120 = getelementptr inbounds nuw [32 x i64], ptr %52, i64 0, i64 %119
  %121 = load i64, ptr %120, align 8
  %122 = getelementptr inbounds nuw [32 x i64], ptr %74, i64 0, i64 %119
  %123 = load i64, ptr %122, align 8
  %124 = shl i64 %121, %5
  %125 = or i64 %124, %123
  %126 = shl i64 %125, %21
  %127 = lshr i64 %126, %23
  %128 = and i64 %127, %24
  %129 = xor i64 %128, %126
  %130 = mul i64 %129, -7046029254386353131
  %131 = lshr i64 %130, %23
  %132 = and i64 %131, %24
  %133 = xor i64 %132, %130
  %134 = mul i64 %133, -2960836687051489901
  %135 = getelementptr i64, ptr %75, i64 %119
  store i64 %134, ptr %135, align 8
  %136 = add nuw nsw i64 %119, 1
  %137 = icmp eq i64 %136, %31
  br i1 %137, label %117, label %118

138:
  %139 = add i64 %29, 32
  %140 = icmp ult i64 %139, %2
  %141 = add i64 %28, -32
  br i1 %140, label %27, label %26
}

declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #3

declare ptr @llvm.stacksave.p0() #4

define internal fastcc void @number_all(ptr nocapture noundef %0, ptr nocapture noundef nonnull %1, i64 noundef %2) unnamed_addr #5 {
  %4 = alloca [32 x i64], align 16
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %4) #11
  %5 = load i64, ptr %1, align 8
  %6 = xor i64 %5, -1
  %7 = icmp eq i64 %2, 0
  br i1 %7, label %35, label %8

8:
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %10 = load i64, ptr %9, align 8
  %11 = zext i64 %10 to i128
  %12 = load ptr, ptr %0, align 8
  br label %16

13:
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 16
  br label %36

16:
  %17 = phi i64 [ 0, %8 ], [ %33, %16 ]
  %18 = getelementptr inbounds nuw i64, ptr %1, i64 %17
  %19 = load i64, ptr %18, align 8
  %20 = lshr i64 %19, 32
  %21 = xor i64 %20, %19
  %22 = mul i64 %21, -7046029254386353131
  %23 = lshr i64 %22, 32
  %24 = xor i64 %23, %22
  %25 = mul i64 %24, -2960836687051489901
  %26 = zext i64 %25 to i128
  %27 = mul nuw i128 %26, %11
  %28 = lshr i128 %27, 64
  %29 = trunc nuw i128 %28 to i64
  %30 = getelementptr inbounds nuw [32 x i64], ptr %4, i64 0, i64 %17
  store i64 %29, ptr %30, align 8
  %31 = shl i64 %29, 4
  %32 = getelementptr inbounds nuw i8, ptr %12, i64 %31
  tail call void @llvm.prefetch.p0(ptr %32, i32 0, i32 3, i32 1)
  %33 = add nuw i64 %17, 1
  %34 = icmp eq i64 %33, %2
  br i1 %34, label %13, label %16

35:
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %4) #11
  ret void

36:
  %37 = phi i64 [ 0, %13 ], [ %81, %78 ]
  %38 = phi i64 [ 0, %13 ], [ %80, %78 ]
  %39 = phi i64 [ %6, %13 ], [ %79, %78 ]
  %40 = getelementptr inbounds nuw i64, ptr %1, i64 %37
  %41 = load i64, ptr %40, align 8
  %42 = icmp eq i64 %41, %39
  br i1 %42, label %78, label %43

43:
  %44 = getelementptr inbounds nuw [32 x i64], ptr %4, i64 0, i64 %37
  %45 = load i64, ptr %44, align 8
  br label %46

46:
  %47 = phi i64 [ %45, %43 ], [ %75, %71 ]
  %48 = load ptr, ptr %0, align 8
  %49 = shl i64 %47, 4
  %50 = getelementptr inbounds nuw i8, ptr %48, i64 %49
  %51 = getelementptr inbounds nuw i8, ptr %50, i64 8
  %52 = load atomic i64, ptr %51 acquire, align 8
  %53 = icmp eq i64 %52, 0
  br i1 %53, label %54, label %61

54:
  %55 = cmpxchg ptr %51, i64 0, i64 -1 acquire acquire, align 8
  %56 = extractvalue { i64, i1 } %55, 1
  %57 = extractvalue { i64, i1 } %55, 0
  br i1 %56, label %58, label %61

58:
  store i64 %41, ptr %50, align 8
  %59 = atomicrmw add ptr %15, i64 1 monotonic, align 8
  %60 = add i64 %59, 1
  store atomic i64 %60, ptr %51 release, align 8
  br label %78

61:
  %62 = phi i64 [ %52, %46 ], [ %57, %54 ]
  %63 = icmp eq i64 %62, -1
  br i1 %63, label %64, label %67

64:
  %65 = load atomic i64, ptr %51 acquire, align 8
  %66 = icmp eq i64 %65, -1
  br i1 %66, label %64, label %67

67:
  %68 = phi i64 [ %62, %61 ], [ %65, %64 ]
  %69 = load i64, ptr %50, align 8
  %70 = icmp eq i64 %69, %41
  br i1 %70, label %76, label %71

71:
  %72 = add i64 %47, 1
  %73 = load i64, ptr %14, align 8
  %74 = icmp eq i64 %72, %73
  %75 = select i1 %74, i64 0, i64 %72
  br label %46

76:
  %77 = add i64 %68, -1
  br label %78

78:
  %79 = phi i64 [ %39, %36 ], [ %41, %58 ], [ %41, %76 ]
  %80 = phi i64 [ %38, %36 ], [ %59, %58 ], [ %77, %76 ]
  store i64 %80, ptr %40, align 8
  %81 = add nuw i64 %37, 1
  %82 = icmp eq i64 %81, %2
  br i1 %82, label %35, label %36
}

declare void @llvm.stackrestore.p0(ptr) #4

define i64 @insert(ptr nocapture noundef readonly %0, ptr nocapture noundef %1, i64 noundef %2, i64 noundef %3) local_unnamed_addr #6 {
  %5 = load ptr, ptr %0, align 8
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %7 = load i64, ptr %6, align 8
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %9 = load i64, ptr %8, align 8
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %11 = load i64, ptr %10, align 8
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 120
  %13 = load ptr, ptr %12, align 8
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 128
  %15 = load ptr, ptr %14, align 8
  %16 = load i64, ptr %1, align 8
  %17 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %18 = load i64, ptr %17, align 8
  %19 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %20 = load ptr, ptr %19, align 8
  %21 = icmp ult i64 %2, %3
  br i1 %21, label %22, label %24

22:
  %23 = zext i64 %7 to i128
  br label %27

24:
  %25 = phi i64 [ 0, %4 ], [ %41, %27 ]
  %26 = getelementptr i64, ptr %20, i64 %25
  br label %44

27:
  %28 = phi i64 [ 0, %22 ], [ %41, %27 ]
  %29 = phi i64 [ %2, %22 ], [ %42, %27 ]
  %30 = getelementptr inbounds nuw i64, ptr %13, i64 %29
  %31 = load i64, ptr %30, align 8
  %32 = zext i64 %31 to i128
  %33 = mul nuw i128 %32, %23
  %34 = lshr i128 %33, 64
  %35 = trunc nuw i128 %34 to i64
  %36 = getelementptr inbounds nuw i64, ptr %20, i64 %28
  store i64 %29, ptr %36, align 8
  %37 = icmp ule i64 %16, %35
  %38 = icmp ugt i64 %18, %35
  %39 = and i1 %37, %38
  %40 = zext i1 %39 to i64
  %41 = add i64 %28, %40
  %42 = add nuw i64 %29, 1
  %43 = icmp eq i64 %42, %3
  br i1 %43, label %24, label %27

44:
  %45 = phi i64 [ 0, %24 ], [ %47, %44 ]
  %46 = getelementptr i64, ptr %26, i64 %45
  store i64 %2, ptr %46, align 8
  %47 = add nuw nsw i64 %45, 1
  %48 = icmp eq i64 %47, 24
  br i1 %48, label %49, label %44

49:
  %50 = icmp eq i64 %25, 0
  switch i64 %9, label %84 [
    i64 4, label %73
    i64 5, label %62
    i64 6, label %51
  ]

51:
  br i1 %50, label %397, label %52

52:
  %53 = zext i64 %7 to i128
  %54 = sub i64 64, %11
  %55 = sub i64 48, %11
  %56 = shl nsw i64 -1, %55
  %57 = xor i64 %56, -1
  %58 = sub i64 %18, %16
  %59 = tail call i64 @llvm.umin.i64(i64 %58, i64 %57)
  %60 = icmp eq i64 %59, 0
  %61 = shl nuw i64 1, %11
  br label %249

62:
  br i1 %50, label %397, label %63

63:
  %64 = zext i64 %7 to i128
  %65 = sub i64 64, %11
  %66 = sub i64 40, %11
  %67 = shl nsw i64 -1, %66
  %68 = xor i64 %67, -1
  %69 = sub i64 %18, %16
  %70 = tail call i64 @llvm.umin.i64(i64 %69, i64 %68)
  %71 = icmp eq i64 %70, 0
  %72 = shl nuw i64 1, %11
  br label %161

73:
  br i1 %50, label %397, label %74

74:
  %75 = zext i64 %7 to i128
  %76 = sub i64 64, %11
  %77 = sub i64 32, %11
  %78 = shl nsw i64 -1, %77
  %79 = xor i64 %78, -1
  %80 = sub i64 %18, %16
  %81 = tail call i64 @llvm.umin.i64(i64 %80, i64 %79)
  %82 = icmp eq i64 %81, 0
  %83 = shl nuw i64 1, %11
  br label %96

84:
  br i1 %50, label %397, label %85

85:
  %86 = zext i64 %7 to i128
  %87 = sub i64 64, %11
  %88 = shl i64 %9, 3
  %89 = sub i64 %88, %11
  %90 = shl nsw i64 -1, %89
  %91 = xor i64 %90, -1
  %92 = sub i64 %18, %16
  %93 = tail call i64 @llvm.umin.i64(i64 %92, i64 %91)
  %94 = icmp eq i64 %93, 0
  %95 = shl nuw i64 1, %11
  br label %333

96:
  %97 = phi i64 [ 0, %74 ], [ %158, %153 ]
  %98 = phi i64 [ 0, %74 ], [ %159, %153 ]
  %99 = getelementptr i64, ptr %20, i64 %98
  %100 = getelementptr i8, ptr %99, i64 192
  %101 = load i64, ptr %100, align 8
  %102 = getelementptr inbounds nuw i64, ptr %13, i64 %101
  %103 = load i64, ptr %102, align 8
  %104 = zext i64 %103 to i128
  %105 = mul nuw i128 %104, %75
  %106 = lshr i128 %105, 58
  %107 = trunc i128 %106 to i64
  %108 = and i64 %107, -64
  %109 = getelementptr inbounds nuw i8, ptr %5, i64 %108
  tail call void @llvm.prefetch.p0(ptr %109, i32 1, i32 3, i32 1)
  %110 = load i64, ptr %99, align 8
  br i1 %82, label %150, label %111

111:
  %112 = getelementptr inbounds nuw i64, ptr %13, i64 %110
  %113 = load i64, ptr %112, align 8
  %114 = zext i64 %113 to i128
  %115 = mul nuw i128 %114, %75
  %116 = trunc i128 %115 to i64
  %117 = lshr i64 %116, %76
  %118 = lshr i128 %115, 64
  %119 = trunc nuw i128 %118 to i64
  br label %120

120:
  %121 = phi i64 [ %147, %144 ], [ %119, %111 ]
  %122 = phi i64 [ %148, %144 ], [ %81, %111 ]
  %123 = phi i64 [ %124, %144 ], [ %117, %111 ]
  %124 = add i64 %123, %83
  %125 = shl i64 %121, 6
  %126 = getelementptr inbounds nuw i8, ptr %5, i64 %125
  %127 = trunc i64 %124 to i32
  %128 = load <16 x i32>, ptr %126, align 1
  %129 = insertelement <16 x i32> poison, i32 %127, i64 0
  %130 = shufflevector <16 x i32> %129, <16 x i32> poison, <16 x i32> zeroinitializer
  %131 = icmp eq <16 x i32> %128, %130
  %132 = bitcast <16 x i1> %131 to i16
  %133 = icmp eq i16 %132, 0
  br i1 %133, label %134, label %153

134:
  %135 = icmp eq <16 x i32> %128, zeroinitializer
  %136 = bitcast <16 x i1> %135 to i16
  %137 = icmp eq i16 %136, 0
  br i1 %137, label %144, label %138

138:
  %139 = getelementptr inbounds nuw i8, ptr %5, i64 %125
  %140 = tail call range(i16 0, 17) i16 @llvm.cttz.i16(i16 %136, i1 true)
  %141 = shl nuw nsw i16 %140, 2
  %142 = zext nneg i16 %141 to i64
  %143 = getelementptr inbounds nuw i8, ptr %139, i64 %142
  store i32 %127, ptr %143, align 1
  br label %153

144:
  %145 = add i64 %121, 1
  %146 = icmp eq i64 %145, %18
  %147 = select i1 %146, i64 %16, i64 %145
  %148 = add nsw i64 %122, -1
  %149 = icmp eq i64 %148, 0
  br i1 %149, label %150, label %120

150:
  %151 = phi i64 [ %97, %144 ], [ 0, %96 ]
  %152 = add i64 %110, 1
  br label %397

153:
  %154 = phi i32 [ 1, %138 ], [ 0, %120 ]
  %155 = trunc nuw nsw i32 %154 to i8
  %156 = getelementptr inbounds nuw i8, ptr %15, i64 %110
  store i8 %155, ptr %156, align 1
  %157 = zext nneg i32 %154 to i64
  %158 = add i64 %97, %157
  %159 = add nuw i64 %98, 1
  %160 = icmp eq i64 %159, %25
  br i1 %160, label %397, label %96

161:
  %162 = phi i64 [ 0, %63 ], [ %246, %241 ]
  %163 = phi i64 [ 0, %63 ], [ %247, %241 ]
  %164 = getelementptr i64, ptr %20, i64 %163
  %165 = getelementptr i8, ptr %164, i64 192
  %166 = load i64, ptr %165, align 8
  %167 = getelementptr inbounds nuw i64, ptr %13, i64 %166
  %168 = load i64, ptr %167, align 8
  %169 = zext i64 %168 to i128
  %170 = mul nuw i128 %169, %64
  %171 = lshr i128 %170, 58
  %172 = trunc i128 %171 to i64
  %173 = and i64 %172, -64
  %174 = getelementptr inbounds nuw i8, ptr %5, i64 %173
  tail call void @llvm.prefetch.p0(ptr %174, i32 1, i32 3, i32 1)
  %175 = load i64, ptr %164, align 8
  br i1 %71, label %238, label %176

176:
  %177 = getelementptr inbounds nuw i64, ptr %13, i64 %175
  %178 = load i64, ptr %177, align 8
  %179 = zext i64 %178 to i128
  %180 = mul nuw i128 %179, %64
  %181 = trunc i128 %180 to i64
  %182 = lshr i64 %181, %65
  %183 = lshr i128 %180, 64
  %184 = trunc nuw i128 %183 to i64
  br label %185

185:
  %186 = phi i64 [ %235, %232 ], [ %184, %176 ]
  %187 = phi i64 [ %236, %232 ], [ %70, %176 ]
  %188 = phi i64 [ %189, %232 ], [ %182, %176 ]
  %189 = add i64 %188, %72
  %190 = shl i64 %186, 6
  %191 = getelementptr inbounds nuw i8, ptr %5, i64 %190
  %192 = trunc i64 %189 to i32
  %193 = icmp eq i64 %189, 0
  br i1 %193, label %194, label %197

194:
  %195 = getelementptr inbounds nuw i8, ptr %191, i64 48
  %196 = load <16 x i8>, ptr %195, align 1
  br label %208

197:
  %198 = load <16 x i32>, ptr %191, align 1
  %199 = insertelement <16 x i32> poison, i32 %192, i64 0
  %200 = shufflevector <16 x i32> %199, <16 x i32> poison, <16 x i32> zeroinitializer
  %201 = icmp eq <16 x i32> %198, %200
  %202 = bitcast <16 x i1> %201 to i16
  %203 = and i16 %202, 4095
  %204 = zext nneg i16 %203 to i64
  %205 = bitcast <16 x i32> %198 to <4 x i128>
  %206 = extractelement <4 x i128> %205, i64 3
  %207 = bitcast i128 %206 to <16 x i8>
  br label %208

208:
  %209 = phi <16 x i8> [ %207, %197 ], [ %196, %194 ]
  %210 = phi i64 [ %204, %197 ], [ 4095, %194 ]
  %211 = lshr i64 %189, 32
  %212 = trunc i64 %211 to i8
  %213 = insertelement <16 x i8> poison, i8 %212, i64 0
  %214 = shufflevector <16 x i8> %213, <16 x i8> poison, <16 x i32> zeroinitializer
  %215 = icmp eq <16 x i8> %209, %214
  %216 = bitcast <16 x i1> %215 to i16
  %217 = zext i16 %216 to i64
  %218 = and i64 %210, %217
  %219 = icmp eq i64 %218, 0
  br i1 %219, label %220, label %241

220:
  %221 = icmp eq <16 x i8> %209, zeroinitializer
  %222 = bitcast <16 x i1> %221 to i16
  %223 = and i16 %222, 4095
  %224 = icmp eq i16 %223, 0
  br i1 %224, label %232, label %225

225:
  %226 = getelementptr inbounds nuw i8, ptr %191, i64 48
  %227 = tail call range(i16 0, 17) i16 @llvm.cttz.i16(i16 %223, i1 true)
  %228 = zext nneg i16 %227 to i64
  %229 = shl nuw nsw i64 %228, 2
  %230 = getelementptr inbounds nuw i8, ptr %191, i64 %229
  store i32 %192, ptr %230, align 1
  %231 = getelementptr inbounds nuw i8, ptr %226, i64 %228
  store i8 %212, ptr %231, align 1
  br label %241

232:
  %233 = add i64 %186, 1
  %234 = icmp eq i64 %233, %18
  %235 = select i1 %234, i64 %16, i64 %233
  %236 = add nsw i64 %187, -1
  %237 = icmp eq i64 %236, 0
  br i1 %237, label %238, label %185

238:
  %239 = phi i64 [ %162, %232 ], [ 0, %161 ]
  %240 = add i64 %175, 1
  br label %397

241:
  %242 = phi i32 [ 1, %225 ], [ 0, %208 ]
  %243 = trunc nuw nsw i32 %242 to i8
  %244 = getelementptr inbounds nuw i8, ptr %15, i64 %175
  store i8 %243, ptr %244, align 1
  %245 = zext nneg i32 %242 to i64
  %246 = add i64 %162, %245
  %247 = add nuw i64 %163, 1
  %248 = icmp eq i64 %247, %25
  br i1 %248, label %397, label %161

249:
  %250 = phi i64 [ 0, %52 ], [ %330, %325 ]
  %251 = phi i64 [ 0, %52 ], [ %331, %325 ]
  %252 = getelementptr i64, ptr %20, i64 %251
  %253 = getelementptr i8, ptr %252, i64 192
  %254 = load i64, ptr %253, align 8
  %255 = getelementptr inbounds nuw i64, ptr %13, i64 %254
  %256 = load i64, ptr %255, align 8
  %257 = zext i64 %256 to i128
  %258 = mul nuw i128 %257, %53
  %259 = lshr i128 %258, 58
  %260 = trunc i128 %259 to i64
  %261 = and i64 %260, -64
  %262 = getelementptr inbounds nuw i8, ptr %5, i64 %261
  tail call void @llvm.prefetch.p0(ptr %262, i32 1, i32 3, i32 1)
  %263 = load i64, ptr %252, align 8
  br i1 %60, label %322, label %264

264:
  %265 = getelementptr inbounds nuw i64, ptr %13, i64 %263
  %266 = load i64, ptr %265, align 8
  %267 = zext i64 %266 to i128
  %268 = mul nuw i128 %267, %53
  %269 = trunc i128 %268 to i64
  %270 = lshr i64 %269, %54
  %271 = lshr i128 %268, 64
  %272 = trunc nuw i128 %271 to i64
  br label %273

273:
  %274 = phi i64 [ %319, %316 ], [ %272, %264 ]
  %275 = phi i64 [ %320, %316 ], [ %59, %264 ]
  %276 = phi i64 [ %277, %316 ], [ %270, %264 ]
  %277 = add i64 %276, %61
  %278 = shl i64 %274, 6
  %279 = getelementptr inbounds nuw i8, ptr %5, i64 %278
  %280 = trunc i64 %277 to i32
  %281 = icmp eq i64 %277, 0
  br i1 %281, label %290, label %282

282:
  %283 = load <16 x i32>, ptr %279, align 1
  %284 = insertelement <16 x i32> poison, i32 %280, i64 0
  %285 = shufflevector <16 x i32> %284, <16 x i32> poison, <16 x i32> zeroinitializer
  %286 = icmp eq <16 x i32> %283, %285
  %287 = bitcast <16 x i1> %286 to i16
  %288 = and i16 %287, 1023
  %289 = zext nneg i16 %288 to i64
  br label %290

290:
  %291 = phi i64 [ %289, %282 ], [ 1023, %273 ]
  %292 = getelementptr inbounds nuw i8, ptr %279, i64 40
  %293 = load <16 x i16>, ptr %292, align 1
  %294 = lshr i64 %277, 32
  %295 = trunc i64 %294 to i16
  %296 = insertelement <16 x i16> poison, i16 %295, i64 0
  %297 = shufflevector <16 x i16> %296, <16 x i16> poison, <16 x i32> zeroinitializer
  %298 = icmp eq <16 x i16> %293, %297
  %299 = bitcast <16 x i1> %298 to i16
  %300 = zext i16 %299 to i64
  %301 = and i64 %291, %300
  %302 = icmp eq i64 %301, 0
  br i1 %302, label %303, label %325

303:
  %304 = icmp eq <16 x i16> %293, zeroinitializer
  %305 = bitcast <16 x i1> %304 to i16
  %306 = and i16 %305, 1023
  %307 = icmp eq i16 %306, 0
  br i1 %307, label %316, label %308

308:
  %309 = getelementptr inbounds nuw i8, ptr %279, i64 40
  %310 = tail call range(i16 0, 17) i16 @llvm.cttz.i16(i16 %306, i1 true)
  %311 = zext nneg i16 %310 to i64
  %312 = shl nuw nsw i64 %311, 2
  %313 = getelementptr inbounds nuw i8, ptr %279, i64 %312
  store i32 %280, ptr %313, align 1
  %314 = shl nuw nsw i64 %311, 1
  %315 = getelementptr inbounds nuw i8, ptr %309, i64 %314
  store i16 %295, ptr %315, align 1
  br label %325

316:
  %317 = add i64 %274, 1
  %318 = icmp eq i64 %317, %18
  %319 = select i1 %318, i64 %16, i64 %317
  %320 = add nsw i64 %275, -1
  %321 = icmp eq i64 %320, 0
  br i1 %321, label %322, label %273

322:
  %323 = phi i64 [ %250, %316 ], [ 0, %249 ]
  %324 = add i64 %263, 1
  br label %397

325:
  %326 = phi i32 [ 1, %308 ], [ 0, %290 ]
  %327 = trunc nuw nsw i32 %326 to i8
  %328 = getelementptr inbounds nuw i8, ptr %15, i64 %263
  store i8 %327, ptr %328, align 1
  %329 = zext nneg i32 %326 to i64
  %330 = add i64 %250, %329
  %331 = add nuw i64 %251, 1
  %332 = icmp eq i64 %331, %25
  br i1 %332, label %397, label %249

333:
  %334 = phi i64 [ 0, %85 ], [ %394, %389 ]
  %335 = phi i64 [ 0, %85 ], [ %395, %389 ]
  %336 = getelementptr i64, ptr %20, i64 %335
  %337 = getelementptr i8, ptr %336, i64 192
  %338 = load i64, ptr %337, align 8
  %339 = getelementptr inbounds nuw i64, ptr %13, i64 %338
  %340 = load i64, ptr %339, align 8
  %341 = zext i64 %340 to i128
  %342 = mul nuw i128 %341, %86
  %343 = lshr i128 %342, 58
  %344 = trunc i128 %343 to i64
  %345 = and i64 %344, -64
  %346 = getelementptr inbounds nuw i8, ptr %5, i64 %345
  tail call void @llvm.prefetch.p0(ptr %346, i32 1, i32 3, i32 1)
  %347 = load i64, ptr %336, align 8
  br i1 %94, label %386, label %348

348:
  %349 = getelementptr inbounds nuw i64, ptr %13, i64 %347
  %350 = load i64, ptr %349, align 8
  %351 = zext i64 %350 to i128
  %352 = mul nuw i128 %351, %86
  %353 = trunc i128 %352 to i64
  %354 = lshr i64 %353, %87
  %355 = lshr i128 %352, 64
  %356 = trunc nuw i128 %355 to i64
  br label %357

357:
  %358 = phi i64 [ %383, %380 ], [ %356, %348 ]
  %359 = phi i64 [ %384, %380 ], [ %93, %348 ]
  %360 = phi i64 [ %361, %380 ], [ %354, %348 ]
  %361 = add i64 %360, %95
  %362 = shl i64 %358, 6
  %363 = getelementptr inbounds nuw i8, ptr %5, i64 %362
  %364 = load <8 x i64>, ptr %363, align 1
  %365 = insertelement <8 x i64> poison, i64 %361, i64 0
  %366 = shufflevector <8 x i64> %365, <8 x i64> poison, <8 x i32> zeroinitializer
  %367 = icmp eq <8 x i64> %364, %366
  %368 = bitcast <8 x i1> %367 to i8
  %369 = icmp eq i8 %368, 0
  br i1 %369, label %370, label %389

370:
  %371 = icmp eq <8 x i64> %364, zeroinitializer
  %372 = bitcast <8 x i1> %371 to i8
  %373 = icmp eq i8 %372, 0
  br i1 %373, label %380, label %374

374:
  %375 = getelementptr inbounds nuw i8, ptr %5, i64 %362
  %376 = tail call range(i8 0, 9) i8 @llvm.cttz.i8(i8 %372, i1 true)
  %377 = shl nuw nsw i8 %376, 3
  %378 = zext nneg i8 %377 to i64
  %379 = getelementptr inbounds nuw i8, ptr %375, i64 %378
  store i64 %361, ptr %379, align 1
  br label %389

380:
  %381 = add i64 %358, 1
  %382 = icmp eq i64 %381, %18
  %383 = select i1 %382, i64 %16, i64 %381
  %384 = add nsw i64 %359, -1
  %385 = icmp eq i64 %384, 0
  br i1 %385, label %386, label %357

386:
  %387 = phi i64 [ %334, %380 ], [ 0, %333 ]
  %388 = add i64 %347, 1
  br label %397

389:
  %390 = phi i32 [ 1, %374 ], [ 0, %357 ]
  %391 = trunc nuw nsw i32 %390 to i8
  %392 = getelementptr inbounds nuw i8, ptr %15, i64 %347
  store i8 %391, ptr %392, align 1
  %393 = zext nneg i32 %390 to i64
  %394 = add i64 %334, %393
  %395 = add nuw i64 %335, 1
  %396 = icmp eq i64 %395, %25
  br i1 %396, label %397, label %333

397:
  %398 = phi i64 [ %152, %150 ], [ %240, %238 ], [ %324, %322 ], [ %388, %386 ], [ 0, %84 ], [ 0, %73 ], [ 0, %62 ], [ 0, %51 ], [ 0, %389 ], [ 0, %153 ], [ 0, %241 ], [ 0, %325 ]
  %399 = phi i64 [ %151, %150 ], [ %239, %238 ], [ %323, %322 ], [ %387, %386 ], [ 0, %84 ], [ 0, %73 ], [ 0, %62 ], [ 0, %51 ], [ %394, %389 ], [ %158, %153 ], [ %246, %241 ], [ %330, %325 ]
  %400 = getelementptr inbounds nuw i8, ptr %1, i64 40
  store i64 %398, ptr %400, align 8
  ret i64 %399
}

define i64 @grow(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, i64 noundef %2, i64 noundef %3) local_unnamed_addr #6 {
  %5 = alloca %struct.seen, align 8
  %6 = alloca %struct.owner, align 8
  %7 = alloca [32 x i64], align 16
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %9 = load ptr, ptr %8, align 8
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %11 = load i64, ptr %10, align 8
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %13 = load i64, ptr %12, align 8
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %15 = load i64, ptr %14, align 8
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %17 = load i64, ptr %16, align 8
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %19 = load i64, ptr %18, align 8
  call void @llvm.lifetime.start.p0(i64 48, ptr nonnull %5) #11
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(48) %5, ptr noundef nonnull align 8 dereferenceable(48) %0, i64 48, i1 false)
  call void @llvm.lifetime.start.p0(i64 48, ptr nonnull %6) #11
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(48) %6, ptr noundef nonnull align 8 dereferenceable(48) %1, i64 48, i1 false)
  %20 = getelementptr inbounds nuw i8, ptr %5, i64 32
  %21 = load i64, ptr %20, align 8
  %22 = icmp eq i64 %17, %21
  %23 = getelementptr inbounds nuw i8, ptr %5, i64 40
  %24 = load i64, ptr %23, align 8
  %25 = icmp eq i64 %19, %24
  %26 = select i1 %22, i1 %25, i1 false
  %27 = shl nsw i64 -1, %19
  %28 = xor i64 %27, -1
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #11
  %29 = icmp ult i64 %2, %3
  br i1 %29, label %30, label %93

30:
  %31 = udiv i64 64, %13
  %32 = icmp ugt i64 %13, 64
  %33 = icmp eq i64 %13, 8
  %34 = getelementptr inbounds nuw i8, ptr %6, i64 16
  %35 = load i64, ptr %34, align 8
  %36 = getelementptr inbounds nuw i8, ptr %6, i64 24
  %37 = load i64, ptr %36, align 8
  %38 = add i64 %35, -1
  %39 = sub i64 %37, %35
  %40 = sub i64 64, %15
  %41 = sub i64 64, %17
  %42 = shl nuw i64 1, %41
  %43 = sub i64 0, %42
  %44 = zext i64 %11 to i128
  %45 = add i64 %17, 1
  %46 = lshr i64 %45, 1
  %47 = shl nsw i64 -1, %41
  %48 = sub i64 64, %21
  %49 = add i64 %21, 1
  %50 = lshr i64 %49, 1
  %51 = shl nsw i64 -1, %48
  %52 = getelementptr inbounds nuw i8, ptr %5, i64 8
  %53 = load i64, ptr %52, align 8
  %54 = zext i64 %53 to i128
  %55 = load i64, ptr %6, align 8
  %56 = getelementptr inbounds nuw i8, ptr %6, i64 8
  %57 = load i64, ptr %56, align 8
  %58 = load ptr, ptr %5, align 8
  br label %97

59:
  %60 = and i8 %253, 1
  %61 = icmp ne i8 %60, 0
  %62 = icmp eq i64 %255, 0
  br i1 %62, label %92, label %63

63:
  %64 = load ptr, ptr %5, align 8
  %65 = getelementptr inbounds nuw i8, ptr %5, i64 8
  %66 = load i64, ptr %65, align 8
  %67 = zext i64 %66 to i128
  br label %68

68:
  %69 = phi i64 [ 0, %63 ], [ %78, %68 ]
  %70 = getelementptr inbounds nuw i64, ptr %7, i64 %69
  %71 = load i64, ptr %70, align 8
  %72 = zext i64 %71 to i128
  %73 = mul nuw i128 %72, %67
  %74 = lshr i128 %73, 58
  %75 = trunc i128 %74 to i64
  %76 = and i64 %75, -64
  %77 = getelementptr inbounds nuw i8, ptr %64, i64 %76
  tail call void @llvm.prefetch.p0(ptr %77, i32 1, i32 3, i32 1)
  %78 = add nuw i64 %69, 1
  %79 = icmp eq i64 %78, %255
  br i1 %79, label %80, label %68

80:
  %81 = phi i64 [ %87, %80 ], [ 0, %68 ]
  %82 = phi i1 [ %86, %80 ], [ true, %68 ]
  %83 = getelementptr inbounds nuw i64, ptr %7, i64 %81
  %84 = load i64, ptr %83, align 8
  %85 = call fastcc zeroext i1 @move(ptr noundef nonnull readonly %5, ptr noundef nonnull readonly %6, i64 noundef %84)
  %86 = and i1 %82, %85
  %87 = add nuw i64 %81, 1
  %88 = icmp eq i64 %87, %255
  br i1 %88, label %89, label %80

89:
  %90 = and i1 %86, %61
  %91 = add i64 %255, %254
  br i1 %90, label %93, label %95

92:
  br i1 %61, label %93, label %95

93:
  %94 = phi i64 [ %254, %92 ], [ %91, %89 ], [ 0, %4 ]
  br label %95

95:
  %96 = phi i64 [ %94, %93 ], [ -1, %92 ], [ -1, %89 ]
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #11
  call void @llvm.lifetime.end.p0(i64 48, ptr nonnull %6) #11
  call void @llvm.lifetime.end.p0(i64 48, ptr nonnull %5) #11
  ret i64 %96

97:
  %98 = phi i64 [ 0, %30 ], [ %255, %252 ]
  %99 = phi i64 [ 0, %30 ], [ %254, %252 ]
  %100 = phi i8 [ 1, %30 ], [ %253, %252 ]
  %101 = phi i64 [ %2, %30 ], [ %256, %252 ]
  %102 = shl i64 %101, 6
  %103 = getelementptr inbounds nuw i8, ptr %9, i64 %102
  br i1 %32, label %252, label %104

104:
  %105 = getelementptr inbounds nuw i8, ptr %103, i64 40
  %106 = getelementptr inbounds nuw i8, ptr %103, i64 48
  br label %107

107:
  %108 = phi i64 [ %98, %104 ], [ %244, %241 ]
  %109 = phi i64 [ %99, %104 ], [ %243, %241 ]
  %110 = phi i64 [ 0, %104 ], [ %245, %241 ]
  %111 = phi i8 [ %100, %104 ], [ %242, %241 ]
  br i1 %33, label %112, label %116

112:
  %113 = shl nuw nsw i64 %110, 3
  %114 = getelementptr inbounds nuw i8, ptr %103, i64 %113
  %115 = load i64, ptr %114, align 1
  br label %134

116:
  %117 = shl nuw nsw i64 %110, 2
  %118 = getelementptr inbounds nuw i8, ptr %103, i64 %117
  %119 = load i32, ptr %118, align 1
  %120 = zext i32 %119 to i64
  switch i64 %13, label %130 [
    i64 5, label %121
    i64 6, label %125
  ]

121:
  %122 = getelementptr inbounds nuw i8, ptr %106, i64 %110
  %123 = load i8, ptr %122, align 1
  %124 = zext i8 %123 to i64
  br label %130

125:
  %126 = shl nuw nsw i64 %110, 1
  %127 = getelementptr inbounds nuw i8, ptr %105, i64 %126
  %128 = load i16, ptr %127, align 1
  %129 = zext i16 %128 to i64
  br label %130

130:
  %131 = phi i64 [ %129, %125 ], [ %124, %121 ], [ 0, %116 ]
  %132 = shl nuw nsw i64 %131, 32
  %133 = or disjoint i64 %132, %120
  br label %134

134:
  %135 = phi i64 [ %115, %112 ], [ %133, %130 ]
  %136 = icmp eq i64 %135, 0
  br i1 %136, label %247, label %137

137:
  %138 = lshr i64 %135, %15
  %139 = add i64 %138, -1
  %140 = sub i64 %101, %139
  %141 = add i64 %138, %38
  %142 = icmp ult i64 %101, %141
  %143 = select i1 %142, i64 %39, i64 0
  %144 = add i64 %143, %140
  %145 = udiv i64 -1, %11
  %146 = shl i64 %135, %40
  %147 = zext i64 %144 to i128
  %148 = shl nuw i128 %147, 64
  %149 = zext i64 %146 to i128
  %150 = or disjoint i128 %148, %149
  %151 = mul i64 %144, %145
  %152 = mul i64 %11, %145
  %153 = mul i64 %152, %144
  %154 = sub i64 0, %153
  %155 = zext i64 %154 to i128
  %156 = zext i64 %145 to i128
  %157 = mul nuw i128 %155, %156
  %158 = lshr i128 %157, 64
  %159 = trunc nuw i128 %158 to i64
  %160 = mul nuw i128 %156, %149
  %161 = lshr i128 %160, 64
  %162 = trunc nuw i128 %161 to i64
  %163 = add i64 %151, %162
  %164 = add i64 %163, %159
  %165 = and i64 %164, %43
  br label %166

166:
  %167 = phi i64 [ %165, %137 ], [ %171, %166 ]
  %168 = zext i64 %167 to i128
  %169 = mul nuw i128 %168, %44
  %170 = icmp ult i128 %169, %150
  %171 = add i64 %167, %42
  br i1 %170, label %166, label %172

172:
  br i1 %26, label %173, label %180

173:
  %174 = call fastcc zeroext i1 @move(ptr noundef %5, ptr noundef %6, i64 noundef %167)
  %175 = and i8 %111, 1
  %176 = icmp ne i8 %175, 0
  %177 = select i1 %174, i1 %176, i1 false
  %178 = zext i1 %177 to i8
  %179 = add i64 %109, 1
  br label %241

180:
  %181 = mul i64 %167, -3463755963560253285
  %182 = lshr i64 %181, %46
  %183 = and i64 %182, %47
  %184 = xor i64 %183, %181
  %185 = mul i64 %184, -1018231460777725123
  %186 = lshr i64 %185, %46
  %187 = and i64 %186, %47
  %188 = xor i64 %187, %185
  %189 = lshr i64 %188, %41
  %190 = lshr i64 %189, %19
  %191 = and i64 %189, %28
  %192 = shl i64 %190, %24
  %193 = or i64 %192, %191
  %194 = shl i64 %193, %48
  %195 = lshr i64 %194, %50
  %196 = and i64 %195, %51
  %197 = xor i64 %196, %194
  %198 = mul i64 %197, -7046029254386353131
  %199 = lshr i64 %198, %50
  %200 = and i64 %199, %51
  %201 = xor i64 %200, %198
  %202 = mul i64 %201, -2960836687051489901
  %203 = zext i64 %202 to i128
  %204 = mul nuw i128 %54, %203
  %205 = lshr i128 %204, 64
  %206 = trunc nuw i128 %205 to i64
  %207 = getelementptr inbounds nuw [32 x i64], ptr %7, i64 0, i64 %108
  store i64 %202, ptr %207, align 8
  %208 = icmp ule i64 %55, %206
  %209 = icmp ugt i64 %57, %206
  %210 = select i1 %208, i1 %209, i1 false
  %211 = zext i1 %210 to i64
  %212 = add i64 %108, %211
  %213 = icmp eq i64 %212, 32
  br i1 %213, label %214, label %241

214:
  %215 = phi i64 [ %224, %214 ], [ 0, %180 ]
  %216 = getelementptr inbounds nuw i64, ptr %7, i64 %215
  %217 = load i64, ptr %216, align 8
  %218 = zext i64 %217 to i128
  %219 = mul nuw i128 %218, %54
  %220 = lshr i128 %219, 58
  %221 = trunc i128 %220 to i64
  %222 = and i64 %221, -64
  %223 = getelementptr inbounds nuw i8, ptr %58, i64 %222
  tail call void @llvm.prefetch.p0(ptr %223, i32 1, i32 3, i32 1)
  %224 = add nuw nsw i64 %215, 1
  %225 = icmp eq i64 %224, 32
  br i1 %225, label %226, label %214

226:
  %227 = phi i64 [ %233, %226 ], [ 0, %214 ]
  %228 = phi i1 [ %232, %226 ], [ true, %214 ]
  %229 = getelementptr inbounds nuw i64, ptr %7, i64 %227
  %230 = load i64, ptr %229, align 8
  %231 = call fastcc zeroext i1 @move(ptr noundef nonnull readonly %5, ptr noundef nonnull readonly %6, i64 noundef %230)
  %232 = and i1 %228, %231
  %233 = add nuw nsw i64 %227, 1
  %234 = icmp eq i64 %233, 32
  br i1 %234, label %235, label %226

235:
  %236 = and i8 %111, 1
  %237 = icmp ne i8 %236, 0
  %238 = select i1 %232, i1 %237, i1 false
  %239 = zext i1 %238 to i8
  %240 = add i64 %109, 32
  br label %241

241:
  %242 = phi i8 [ %111, %180 ], [ %239, %235 ], [ %178, %173 ]
  %243 = phi i64 [ %109, %180 ], [ %240, %235 ], [ %179, %173 ]
  %244 = phi i64 [ %212, %180 ], [ 0, %235 ], [ %108, %173 ]
  %245 = add nuw nsw i64 %110, 1
  %246 = icmp samesign ult i64 %245, %31
  br i1 %246, label %107, label %247

247:
  %248 = phi i8 [ %242, %241 ], [ %111, %134 ]
  %249 = phi i64 [ %243, %241 ], [ %109, %134 ]
  %250 = phi i64 [ %244, %241 ], [ %108, %134 ]
  %251 = freeze i8 %248
  br label %252

252:
  %253 = phi i8 [ %100, %97 ], [ %251, %247 ]
  %254 = phi i64 [ %99, %97 ], [ %249, %247 ]
  %255 = phi i64 [ %98, %97 ], [ %250, %247 ]
  %256 = add nuw i64 %101, 1
  %257 = icmp eq i64 %256, %3
  br i1 %257, label %59, label %97
}

define internal fastcc noundef zeroext i1 @move(ptr nocapture noundef nonnull readonly %0, ptr nocapture noundef nonnull readonly %1, i64 noundef %2) unnamed_addr #7 {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %5 = load i64, ptr %4, align 8
  %6 = load i64, ptr %1, align 8
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %8 = load i64, ptr %7, align 8
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %10 = load i64, ptr %9, align 8
  %11 = shl i64 %5, 3
  %12 = sub i64 %11, %10
  %13 = shl nsw i64 -1, %12
  %14 = xor i64 %13, -1
  %15 = sub i64 %8, %6
  %16 = tail call i64 @llvm.umin.i64(i64 %15, i64 %14)
  %17 = icmp eq i64 %16, 0
  br i1 %17, label %155, label %18

18:
  %19 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %20 = load i64, ptr %19, align 8
  %21 = zext i64 %20 to i128
  %22 = zext i64 %2 to i128
  %23 = mul nuw i128 %21, %22
  %24 = trunc i128 %23 to i64
  %25 = sub i64 64, %10
  %26 = lshr i64 %24, %25
  %27 = lshr i128 %23, 64
  %28 = trunc nuw i128 %27 to i64
  %29 = shl nuw i64 1, %10
  %30 = load ptr, ptr %0, align 8
  %31 = icmp eq i64 %5, 5
  br label %32

32:
  %33 = phi i64 [ %28, %18 ], [ %152, %149 ]
  %34 = phi i64 [ %16, %18 ], [ %153, %149 ]
  %35 = phi i64 [ %26, %18 ], [ %36, %149 ]
  %36 = add i64 %29, %35
  %37 = shl i64 %33, 6
  %38 = getelementptr inbounds nuw i8, ptr %30, i64 %37
  %39 = trunc i64 %36 to i32
  switch i64 %5, label %60 [
    i64 4, label %40
    i64 8, label %50
  ]

40:
  %41 = load <16 x i32>, ptr %38, align 1
  %42 = insertelement <16 x i32> poison, i32 %39, i64 0
  %43 = shufflevector <16 x i32> %42, <16 x i32> poison, <16 x i32> zeroinitializer
  %44 = icmp eq <16 x i32> %41, %43
  %45 = bitcast <16 x i1> %44 to i16
  %46 = zext i16 %45 to i64
  %47 = bitcast <16 x i32> %41 to <4 x i128>
  %48 = extractelement <4 x i128> %47, i64 3
  %49 = bitcast i128 %48 to <16 x i8>
  br label %98

50:
  %51 = load <8 x i64>, ptr %38, align 1
  %52 = insertelement <8 x i64> poison, i64 %36, i64 0
  %53 = shufflevector <8 x i64> %52, <8 x i64> poison, <8 x i32> zeroinitializer
  %54 = icmp eq <8 x i64> %51, %53
  %55 = bitcast <8 x i1> %54 to i8
  %56 = zext i8 %55 to i64
  %57 = bitcast <8 x i64> %51 to <4 x i128>
  %58 = extractelement <4 x i128> %57, i64 3
  %59 = bitcast i128 %58 to <16 x i8>
  br label %98

60:
  %61 = icmp eq i64 %36, 0
  br i1 %61, label %69, label %62

62:
  %63 = load <16 x i32>, ptr %38, align 1
  %64 = insertelement <16 x i32> poison, i32 %39, i64 0
  %65 = shufflevector <16 x i32> %64, <16 x i32> poison, <16 x i32> zeroinitializer
  %66 = icmp eq <16 x i32> %63, %65
  %67 = bitcast <16 x i1> %66 to i16
  %68 = zext i16 %67 to i64
  br label %69

69:
  %70 = phi i64 [ %68, %62 ], [ -1, %60 ]
  %71 = lshr i64 %36, 32
  br i1 %31, label %72, label %83

72:
  %73 = and i64 %70, 4095
  %74 = getelementptr inbounds nuw i8, ptr %38, i64 48
  %75 = load <16 x i8>, ptr %74, align 1
  %76 = trunc i64 %71 to i8
  %77 = insertelement <16 x i8> poison, i8 %76, i64 0
  %78 = shufflevector <16 x i8> %77, <16 x i8> poison, <16 x i32> zeroinitializer
  %79 = icmp eq <16 x i8> %75, %78
  %80 = bitcast <16 x i1> %79 to i16
  %81 = zext i16 %80 to i64
  %82 = and i64 %73, %81
  br label %98

83:
  %84 = and i64 %70, 1023
  %85 = getelementptr inbounds nuw i8, ptr %38, i64 40
  %86 = load <16 x i16>, ptr %85, align 1
  %87 = trunc i64 %71 to i16
  %88 = insertelement <16 x i16> poison, i16 %87, i64 0
  %89 = shufflevector <16 x i16> %88, <16 x i16> poison, <16 x i32> zeroinitializer
  %90 = icmp eq <16 x i16> %86, %89
  %91 = bitcast <16 x i1> %90 to i16
  %92 = zext i16 %91 to i64
  %93 = and i64 %84, %92
  %94 = bitcast <16 x i16> %86 to i256
  %95 = lshr i256 %94, 64
  %96 = trunc i256 %95 to i128
  %97 = bitcast i128 %96 to <16 x i8>
  br label %98

98:
  %99 = phi <16 x i8> [ %49, %40 ], [ %59, %50 ], [ %75, %72 ], [ %97, %83 ]
  %100 = phi i64 [ %46, %40 ], [ %56, %50 ], [ %82, %72 ], [ %93, %83 ]
  %101 = icmp eq i64 %100, 0
  br i1 %101, label %102, label %155

102:
  switch i64 %5, label %111 [
    i64 4, label %103
    i64 8, label %120
    i64 5, label %107
  ]

103:
  %104 = load <16 x i32>, ptr %38, align 1
  %105 = icmp eq <16 x i32> %104, zeroinitializer
  %106 = bitcast <16 x i1> %105 to i16
  br label %117

107:
  %108 = icmp eq <16 x i8> %99, zeroinitializer
  %109 = bitcast <16 x i1> %108 to i16
  %110 = and i16 %109, 4095
  br label %117

111:
  %112 = getelementptr inbounds nuw i8, ptr %38, i64 40
  %113 = load <16 x i16>, ptr %112, align 1
  %114 = icmp eq <16 x i16> %113, zeroinitializer
  %115 = bitcast <16 x i1> %114 to i16
  %116 = and i16 %115, 1023
  br label %117

117:
  %118 = phi i16 [ %106, %103 ], [ %110, %107 ], [ %116, %111 ]
  %119 = icmp eq i16 %118, 0
  br i1 %119, label %149, label %128

120:
  %121 = load <8 x i64>, ptr %38, align 1
  %122 = icmp eq <8 x i64> %121, zeroinitializer
  %123 = bitcast <8 x i1> %122 to i8
  %124 = icmp eq i8 %123, 0
  br i1 %124, label %149, label %125

125:
  %126 = tail call range(i8 0, 9) i8 @llvm.cttz.i8(i8 %123, i1 true)
  %127 = zext nneg i8 %126 to i64
  br label %132

128:
  %129 = tail call range(i16 0, 17) i16 @llvm.cttz.i16(i16 %118, i1 true)
  %130 = zext nneg i16 %129 to i64
  %131 = icmp eq i64 %5, 8
  br i1 %131, label %132, label %136

132:
  %133 = phi i64 [ %127, %125 ], [ %130, %128 ]
  %134 = shl nuw nsw i64 %133, 3
  %135 = getelementptr inbounds nuw i8, ptr %38, i64 %134
  store i64 %36, ptr %135, align 1
  br label %155

136:
  %137 = shl nuw nsw i64 %130, 2
  %138 = getelementptr inbounds nuw i8, ptr %38, i64 %137
  store i32 %39, ptr %138, align 1
  %139 = lshr i64 %36, 32
  switch i64 %5, label %155 [
    i64 5, label %140
    i64 6, label %144
  ]

140:
  %141 = getelementptr inbounds nuw i8, ptr %38, i64 48
  %142 = getelementptr inbounds nuw i8, ptr %141, i64 %130
  %143 = trunc i64 %139 to i8
  store i8 %143, ptr %142, align 1
  br label %155

144:
  %145 = getelementptr inbounds nuw i8, ptr %38, i64 40
  %146 = shl nuw nsw i64 %130, 1
  %147 = getelementptr inbounds nuw i8, ptr %145, i64 %146
  %148 = trunc i64 %139 to i16
  store i16 %148, ptr %147, align 1
  br label %155

149:
  %150 = add i64 %33, 1
  %151 = icmp eq i64 %150, %8
  %152 = select i1 %151, i64 %6, i64 %150
  %153 = add nsw i64 %34, -1
  %154 = icmp eq i64 %153, 0
  br i1 %154, label %155, label %32

155:
  %156 = phi i1 [ true, %144 ], [ true, %140 ], [ true, %136 ], [ true, %132 ], [ false, %3 ], [ false, %98 ], [ false, %149 ]
  ret i1 %156
}

declare void @llvm.prefetch.p0(ptr nocapture readonly, i32 immarg, i32 immarg, i32 immarg) #8

declare i64 @llvm.umin.i64(i64, i64) #9

declare i64 @llvm.umax.i64(i64, i64) #9

declare i16 @llvm.cttz.i16(i16, i1 immarg) #9

declare i8 @llvm.cttz.i8(i8, i1 immarg) #9

attributes #0 = { nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { nofree norecurse nounwind }
attributes #3 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #4 = { mustprogress nocallback nofree nosync nounwind willreturn }
attributes #5 = { nofree noinline norecurse nounwind }
attributes #6 = { nofree norecurse nosync nounwind }
attributes #7 = { nofree noinline norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) }
attributes #8 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite) }
attributes #9 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #11 = { nounwind }
