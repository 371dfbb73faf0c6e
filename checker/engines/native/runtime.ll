; Generated from runtime.c by `make runtime`: change that file, not this one.
; SHA-256 of runtime.c: eba2638e2ed42a4658a8643204c15479d4528a6027b66f30b8991abd2a50c322
@REMEMBERED = local_unnamed_addr constant i64 4096, align 8
@RESERVED = local_unnamed_addr constant i64 256, align 8
@TAKEN = local_unnamed_addr constant i64 256, align 8

define i64 @hash_of(ptr noundef %0) local_unnamed_addr #0 {
  %2 = tail call i64 @hash(ptr noundef %0) #8
  ret i64 %2
}

define i64 @expand(ptr nocapture noundef readonly %0, ptr nocapture noundef %1, i64 noundef %2, i64 noundef %3) local_unnamed_addr #2 {
  %5 = alloca i64, align 8
  %6 = load ptr, ptr %0, align 8
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %8 = load ptr, ptr %7, align 8
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %10 = load ptr, ptr %9, align 8
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %12 = load ptr, ptr %11, align 8
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %14 = load ptr, ptr %13, align 8
  %15 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %16 = load i64, ptr %15, align 8
  %17 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %18 = load ptr, ptr %17, align 8
  %19 = getelementptr inbounds nuw i8, ptr %1, i64 80
  %20 = load ptr, ptr %19, align 8
  %21 = getelementptr inbounds nuw i8, ptr %1, i64 88
  %22 = load ptr, ptr %21, align 8
  %23 = icmp ult i64 %2, %3
  br i1 %23, label %24, label %30

24:
  %25 = load i64, ptr @WORDS, align 8
  %26 = getelementptr inbounds nuw i8, ptr %1, i64 128
  %27 = icmp ne ptr %14, null
  %28 = icmp eq ptr %18, null
  %29 = shl i64 %25, 3
  br label %37

30:
  %31 = phi i64 [ 0, %4 ], [ %71, %108 ]
  %32 = phi i64 [ %16, %4 ], [ %110, %108 ]
  %33 = getelementptr inbounds nuw i8, ptr %1, i64 72
  %34 = load i64, ptr %33, align 8
  %35 = add i64 %34, %31
  store i64 %35, ptr %33, align 8
  %36 = sub i64 %32, %16
  ret i64 %36

37:
  %38 = phi i64 [ %16, %24 ], [ %110, %108 ]
  %39 = phi i64 [ 0, %24 ], [ %71, %108 ]
  %40 = phi i64 [ %2, %24 ], [ %111, %108 ]
  %41 = mul i64 %25, %40
  %42 = getelementptr inbounds nuw i64, ptr %6, i64 %41
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %5) #9
  store i64 0, ptr %5, align 8
  %43 = mul i64 %25, %38
  %44 = getelementptr inbounds nuw i64, ptr %8, i64 %43
  %45 = getelementptr inbounds nuw i64, ptr %10, i64 %38
  %46 = getelementptr inbounds nuw i16, ptr %12, i64 %38
  %47 = call i64 @successors(ptr noundef %42, ptr noundef %44, ptr noundef %45, ptr noundef %46, ptr noundef %20, ptr noundef nonnull %5) #8
  %48 = load i64, ptr %5, align 8
  %49 = icmp eq i64 %48, 0
  br i1 %49, label %60, label %50

50:
  %51 = load i64, ptr %26, align 8
  %52 = icmp eq i64 %51, 0
  br i1 %52, label %58, label %53

53:
  %54 = add i64 %51, -1
  %55 = mul i64 %54, %25
  %56 = getelementptr inbounds nuw i64, ptr %6, i64 %55
  %57 = call zeroext i1 @less(ptr noundef %42, ptr noundef %56) #8
  br i1 %57, label %58, label %60

58:
  %59 = add nuw i64 %40, 1
  store i64 %59, ptr %26, align 8
  br label %60

60:
  %61 = icmp ne i64 %47, 0
  %62 = select i1 %27, i1 %61, i1 false
  br i1 %62, label %63, label %70

63:
  %64 = getelementptr i64, ptr %14, i64 %38
  br label %65

65:
  %66 = phi i64 [ 0, %63 ], [ %68, %65 ]
  %67 = getelementptr i64, ptr %64, i64 %66
  store i64 %40, ptr %67, align 8
  %68 = add nuw i64 %66, 1
  %69 = icmp eq i64 %68, %47
  br i1 %69, label %70, label %65

70:
  %71 = add i64 %47, %39
  br i1 %28, label %108, label %72

72:
  %73 = add i64 %47, %38
  %74 = icmp ult i64 %38, %73
  br i1 %74, label %75, label %105

75:
  %76 = phi i64 [ %102, %101 ], [ %38, %72 ]
  %77 = phi i64 [ %103, %101 ], [ %38, %72 ]
  %78 = mul i64 %77, %25
  %79 = getelementptr inbounds nuw i64, ptr %8, i64 %78
  %80 = getelementptr inbounds nuw i64, ptr %10, i64 %77
  %81 = load i64, ptr %80, align 8
  %82 = lshr i64 %81, 52
  %83 = mul i64 %82, %25
  %84 = getelementptr inbounds nuw i64, ptr %18, i64 %83
  %85 = call zeroext i1 @same(ptr noundef %79, ptr noundef %42) #8
  br i1 %85, label %101, label %86

86:
  %87 = getelementptr inbounds nuw i16, ptr %12, i64 %77
  %88 = load i16, ptr %87, align 2
  %89 = zext i16 %88 to i64
  %90 = getelementptr inbounds nuw i64, ptr %22, i64 %89
  %91 = load i64, ptr %90, align 8
  %92 = add i64 %91, 1
  store i64 %92, ptr %90, align 8
  %93 = call zeroext i1 @same(ptr noundef %79, ptr noundef nonnull %84) #8
  br i1 %93, label %101, label %94

94:
  call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 8 %84, ptr align 8 %79, i64 %29, i1 false)
  %95 = icmp eq i64 %76, %77
  br i1 %95, label %99, label %96

96:
  %97 = mul i64 %76, %25
  %98 = getelementptr inbounds nuw i64, ptr %8, i64 %97
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %98, ptr align 8 %79, i64 %29, i1 false)
  br label %99

99:
  %100 = add i64 %76, 1
  br label %101

101:
  %102 = phi i64 [ %100, %99 ], [ %76, %75 ], [ %76, %86 ]
  %103 = add i64 %77, 1
  %104 = icmp eq i64 %103, %73
  br i1 %104, label %105, label %75

105:
  %106 = phi i64 [ %38, %72 ], [ %102, %101 ]
  %107 = sub i64 %106, %38
  br label %108

108:
  %109 = phi i64 [ %107, %105 ], [ %47, %70 ]
  %110 = add i64 %109, %38
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %5) #9
  %111 = add nuw i64 %40, 1
  %112 = icmp eq i64 %111, %3
  br i1 %112, label %30, label %37
}

declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #3

declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #4

declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #3

define range(i64 0, 4) i64 @explore(ptr nocapture noundef %0, ptr nocapture noundef %1, i64 noundef %2) local_unnamed_addr #0 {
  %4 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %5 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 112
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 104
  %8 = getelementptr inbounds nuw i8, ptr %1, i64 56
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %10 = load i64, ptr @WORDS, align 8
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %12 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %13 = getelementptr inbounds nuw i8, ptr %1, i64 48
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 136
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 144
  %16 = shl i64 %10, 3
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %18 = getelementptr inbounds nuw i8, ptr %1, i64 104
  %19 = getelementptr inbounds nuw i8, ptr %1, i64 96
  %20 = load i64, ptr @MASKS, align 8
  %21 = icmp eq i64 %20, 0
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 152
  %23 = getelementptr inbounds nuw i8, ptr %0, i64 120
  %24 = getelementptr inbounds nuw i8, ptr %0, i64 128
  %25 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %26 = load i64, ptr %5, align 8
  br label %27

27:
  %28 = phi i64 [ %26, %3 ], [ %115, %110 ]
  %29 = phi i64 [ %2, %3 ], [ %116, %110 ]
  %30 = load i64, ptr %4, align 8
  %31 = sub i64 %28, %30
  %32 = icmp eq i64 %28, %30
  br i1 %32, label %44, label %33

33:
  %34 = load ptr, ptr %6, align 8
  %35 = load ptr, ptr %7, align 8
  %36 = load ptr, ptr %8, align 8
  %37 = load ptr, ptr %9, align 8
  %38 = mul i64 %10, %30
  %39 = getelementptr inbounds nuw i64, ptr %37, i64 %38
  %40 = load ptr, ptr %11, align 8
  %41 = getelementptr inbounds nuw i8, ptr %40, i64 %30
  %42 = tail call i64 %34(ptr noundef %35, ptr noundef %36, ptr noundef %39, i64 noundef %31, ptr noundef %41) #8
  %43 = load i64, ptr %4, align 8
  br label %44

44:
  %45 = phi i64 [ %43, %33 ], [ %28, %27 ]
  %46 = phi i64 [ %42, %33 ], [ 0, %27 ]
  %47 = add i64 %45, %46
  store i64 %47, ptr %4, align 8
  %48 = icmp ult i64 %30, %47
  br i1 %48, label %49, label %98

49:
  %50 = phi i64 [ %95, %94 ], [ %30, %44 ]
  %51 = load ptr, ptr %11, align 8
  %52 = getelementptr inbounds nuw i8, ptr %51, i64 %50
  %53 = load i8, ptr %52, align 1
  %54 = icmp eq i8 %53, 0
  br i1 %54, label %94, label %55

55:
  %56 = load ptr, ptr %9, align 8
  %57 = mul i64 %10, %50
  %58 = getelementptr inbounds nuw i64, ptr %56, i64 %57
  %59 = load i64, ptr %12, align 8
  %60 = load i64, ptr %13, align 8
  %61 = icmp eq i64 %59, %60
  br i1 %61, label %62, label %68

62:
  %63 = atomicrmw add ptr %14, i64 256 monotonic, align 8
  %64 = add i64 %63, 256
  %65 = load i64, ptr %15, align 8
  %66 = icmp ugt i64 %64, %65
  br i1 %66, label %92, label %67

67:
  store i64 %63, ptr %12, align 8
  store i64 %64, ptr %13, align 8
  br label %68

68:
  %69 = phi i64 [ %63, %67 ], [ %59, %55 ]
  %70 = load ptr, ptr %0, align 8
  %71 = add i64 %69, 1
  store i64 %71, ptr %12, align 8
  %72 = mul i64 %69, %10
  %73 = getelementptr inbounds nuw i64, ptr %70, i64 %72
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 8 %73, ptr align 8 %58, i64 %16, i1 false)
  %74 = load ptr, ptr %17, align 8
  %75 = load ptr, ptr %18, align 8
  %76 = load ptr, ptr %19, align 8
  tail call void @promises(ptr noundef %58, ptr noundef %75, ptr noundef %76) #8
  br i1 %21, label %94, label %77

77:
  %78 = phi i64 [ %87, %77 ], [ 0, %68 ]
  %79 = phi i64 [ %86, %77 ], [ 0, %68 ]
  %80 = getelementptr inbounds nuw i64, ptr %74, i64 %78
  %81 = load i64, ptr %80, align 8
  %82 = load ptr, ptr %18, align 8
  %83 = getelementptr inbounds nuw i64, ptr %82, i64 %78
  %84 = load i64, ptr %83, align 8
  %85 = and i64 %84, %81
  store i64 %85, ptr %83, align 8
  %86 = or i64 %85, %79
  %87 = add nuw i64 %78, 1
  %88 = icmp eq i64 %87, %20
  br i1 %88, label %89, label %77

89:
  %90 = icmp eq i64 %86, 0
  br i1 %90, label %94, label %91

91:
  tail call fastcc void @note_least(ptr noundef nonnull %1, ptr noundef %58)
  br label %94

92:
  %93 = atomicrmw sub ptr %14, i64 256 monotonic, align 8
  br label %117

94:
  %95 = add nuw i64 %50, 1
  %96 = load i64, ptr %4, align 8
  %97 = icmp ult i64 %95, %96
  br i1 %97, label %49, label %98

98:
  %99 = icmp ult i64 %46, %31
  br i1 %99, label %100, label %101

100:
  store atomic i64 1, ptr %22 monotonic, align 8
  br label %117

101:
  %102 = icmp eq i64 %29, 0
  br i1 %102, label %117, label %103

103:
  %104 = load atomic i64, ptr %22 monotonic, align 8
  %105 = icmp eq i64 %104, 0
  br i1 %105, label %106, label %117

106:
  %107 = atomicrmw add ptr %23, i64 256 monotonic, align 8
  %108 = load i64, ptr %24, align 8
  %109 = icmp ult i64 %107, %108
  br i1 %109, label %110, label %117

110:
  %111 = add i64 %107, 256
  %112 = tail call i64 @llvm.umin.i64(i64 %111, i64 %108)
  %113 = load i64, ptr %25, align 8
  store i64 %113, ptr %4, align 8
  %114 = tail call i64 @expand(ptr noundef nonnull %0, ptr noundef nonnull %1, i64 noundef %107, i64 noundef %112)
  %115 = add i64 %114, %113
  store i64 %115, ptr %5, align 8
  %116 = add i64 %29, -1
  br label %27

117:
  %118 = phi i64 [ 3, %92 ], [ 2, %100 ], [ 1, %103 ], [ 1, %101 ], [ 0, %106 ]
  ret i64 %118
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
  %12 = getelementptr inbounds nuw i8, ptr %1, i64 96
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
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 296
  %7 = load i64, ptr @WORDS, align 8
  %8 = shl i64 %7, 3
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 384
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 320
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 312
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 400
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 304
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 160
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 392
  %19 = getelementptr inbounds nuw i8, ptr %0, i64 288
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 408
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 416
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %23 = getelementptr inbounds nuw i8, ptr %0, i64 264
  %24 = getelementptr inbounds nuw i8, ptr %0, i64 256
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

define internal fastcc void @note_least(ptr nocapture noundef readonly %0, ptr noundef %1) unnamed_addr #2 {
  %3 = load i64, ptr @MASKS, align 8
  %4 = icmp eq i64 %3, 0
  br i1 %4, label %11, label %5

5:
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 104
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 120
  %8 = load i64, ptr @WORDS, align 8
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 112
  %10 = shl i64 %8, 3
  br label %12

11:
  ret void

12:
  %13 = phi i64 [ 0, %5 ], [ %21, %20 ]
  %14 = load ptr, ptr %6, align 8
  %15 = getelementptr inbounds nuw i64, ptr %14, i64 %13
  %16 = load i64, ptr %15, align 8
  %17 = icmp eq i64 %16, 0
  br i1 %17, label %20, label %18

18:
  %19 = shl i64 %13, 6
  br label %23

20:
  %21 = add nuw i64 %13, 1
  %22 = icmp eq i64 %21, %3
  br i1 %22, label %11, label %12

23:
  %24 = phi i64 [ %16, %18 ], [ %45, %39 ]
  %25 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %24, i1 true)
  %26 = load ptr, ptr %7, align 8
  %27 = or disjoint i64 %25, %19
  %28 = mul i64 %8, %27
  %29 = getelementptr inbounds nuw i64, ptr %26, i64 %28
  %30 = load ptr, ptr %9, align 8
  %31 = getelementptr inbounds nuw i64, ptr %30, i64 %13
  %32 = load i64, ptr %31, align 8
  %33 = shl nuw i64 1, %25
  %34 = and i64 %32, %33
  %35 = icmp eq i64 %34, 0
  br i1 %35, label %38, label %36

36:
  %37 = tail call zeroext i1 @less(ptr noundef %1, ptr noundef %29) #8
  br i1 %37, label %38, label %39

38:
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 8 %29, ptr align 8 %1, i64 %10, i1 false)
  br label %39

39:
  %40 = load ptr, ptr %9, align 8
  %41 = getelementptr inbounds nuw i64, ptr %40, i64 %13
  %42 = load i64, ptr %41, align 8
  %43 = or i64 %42, %33
  store i64 %43, ptr %41, align 8
  %44 = add i64 %24, -1
  %45 = and i64 %44, %24
  %46 = icmp eq i64 %45, 0
  br i1 %46, label %20, label %23
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
