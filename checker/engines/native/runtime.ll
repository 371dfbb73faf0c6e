; Generated from runtime.c by `make runtime`: change that file, not this one.
; SHA-256 of runtime.c: 3a1e69de4a12c53f77e25197bdad2a8ef440c6bc5f1a4383ff31467a52b72be3
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
  %15 = load i64, ptr %1, align 8
  %16 = getelementptr inbounds nuw i8, ptr %1, i64 48
  %17 = load ptr, ptr %16, align 8
  %18 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %19 = load ptr, ptr %18, align 8
  %20 = getelementptr inbounds nuw i8, ptr %1, i64 72
  %21 = load ptr, ptr %20, align 8
  %22 = icmp ult i64 %2, %3
  br i1 %22, label %23, label %29

23:
  %24 = load i64, ptr @WORDS, align 8
  %25 = getelementptr inbounds nuw i8, ptr %1, i64 112
  %26 = icmp ne ptr %14, null
  %27 = icmp eq ptr %17, null
  %28 = shl i64 %24, 3
  br label %36

29:
  %30 = phi i64 [ 0, %4 ], [ %70, %107 ]
  %31 = phi i64 [ %15, %4 ], [ %109, %107 ]
  %32 = getelementptr inbounds nuw i8, ptr %1, i64 56
  %33 = load i64, ptr %32, align 8
  %34 = add i64 %33, %30
  store i64 %34, ptr %32, align 8
  %35 = sub i64 %31, %15
  ret i64 %35

36:
  %37 = phi i64 [ %15, %23 ], [ %109, %107 ]
  %38 = phi i64 [ 0, %23 ], [ %70, %107 ]
  %39 = phi i64 [ %2, %23 ], [ %110, %107 ]
  %40 = mul i64 %24, %39
  %41 = getelementptr inbounds nuw i64, ptr %6, i64 %40
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %5) #9
  store i64 0, ptr %5, align 8
  %42 = mul i64 %24, %37
  %43 = getelementptr inbounds nuw i64, ptr %8, i64 %42
  %44 = getelementptr inbounds nuw i64, ptr %10, i64 %37
  %45 = getelementptr inbounds nuw i16, ptr %12, i64 %37
  %46 = call i64 @successors(ptr noundef %41, ptr noundef %43, ptr noundef %44, ptr noundef %45, ptr noundef %19, ptr noundef nonnull %5) #8
  %47 = load i64, ptr %5, align 8
  %48 = icmp eq i64 %47, 0
  br i1 %48, label %59, label %49

49:
  %50 = load i64, ptr %25, align 8
  %51 = icmp eq i64 %50, 0
  br i1 %51, label %57, label %52

52:
  %53 = add i64 %50, -1
  %54 = mul i64 %53, %24
  %55 = getelementptr inbounds nuw i64, ptr %6, i64 %54
  %56 = call zeroext i1 @less(ptr noundef %41, ptr noundef %55) #8
  br i1 %56, label %57, label %59

57:
  %58 = add nuw i64 %39, 1
  store i64 %58, ptr %25, align 8
  br label %59

59:
  %60 = icmp ne i64 %46, 0
  %61 = select i1 %26, i1 %60, i1 false
  br i1 %61, label %62, label %69

62:
  %63 = getelementptr i64, ptr %14, i64 %37
  br label %64

64:
  %65 = phi i64 [ 0, %62 ], [ %67, %64 ]
  %66 = getelementptr i64, ptr %63, i64 %65
  store i64 %39, ptr %66, align 8
  %67 = add nuw i64 %65, 1
  %68 = icmp eq i64 %67, %46
  br i1 %68, label %69, label %64

69:
  %70 = add i64 %46, %38
  br i1 %27, label %107, label %71

71:
  %72 = add i64 %46, %37
  %73 = icmp ult i64 %37, %72
  br i1 %73, label %74, label %104

74:
  %75 = phi i64 [ %101, %100 ], [ %37, %71 ]
  %76 = phi i64 [ %102, %100 ], [ %37, %71 ]
  %77 = mul i64 %76, %24
  %78 = getelementptr inbounds nuw i64, ptr %8, i64 %77
  %79 = getelementptr inbounds nuw i64, ptr %10, i64 %76
  %80 = load i64, ptr %79, align 8
  %81 = lshr i64 %80, 52
  %82 = mul i64 %81, %24
  %83 = getelementptr inbounds nuw i64, ptr %17, i64 %82
  %84 = call zeroext i1 @same(ptr noundef %78, ptr noundef %41) #8
  br i1 %84, label %100, label %85

85:
  %86 = getelementptr inbounds nuw i16, ptr %12, i64 %76
  %87 = load i16, ptr %86, align 2
  %88 = zext i16 %87 to i64
  %89 = getelementptr inbounds nuw i64, ptr %21, i64 %88
  %90 = load i64, ptr %89, align 8
  %91 = add i64 %90, 1
  store i64 %91, ptr %89, align 8
  %92 = call zeroext i1 @same(ptr noundef %78, ptr noundef nonnull %83) #8
  br i1 %92, label %100, label %93

93:
  call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 8 %83, ptr align 8 %78, i64 %28, i1 false)
  %94 = icmp eq i64 %75, %76
  br i1 %94, label %98, label %95

95:
  %96 = mul i64 %75, %24
  %97 = getelementptr inbounds nuw i64, ptr %8, i64 %96
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %97, ptr align 8 %78, i64 %28, i1 false)
  br label %98

98:
  %99 = add i64 %75, 1
  br label %100

100:
  %101 = phi i64 [ %99, %98 ], [ %75, %74 ], [ %75, %85 ]
  %102 = add i64 %76, 1
  %103 = icmp eq i64 %102, %72
  br i1 %103, label %104, label %74

104:
  %105 = phi i64 [ %37, %71 ], [ %101, %100 ]
  %106 = sub i64 %105, %37
  br label %107

107:
  %108 = phi i64 [ %106, %104 ], [ %46, %69 ]
  %109 = add i64 %108, %37
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %5) #9
  %110 = add nuw i64 %39, 1
  %111 = icmp eq i64 %110, %3
  br i1 %111, label %29, label %36
}

declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #3

declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #4

declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #3

define range(i64 0, 4) i64 @explore(ptr nocapture noundef %0, ptr nocapture noundef %1, i64 noundef %2) local_unnamed_addr #0 {
  %4 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %5 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 112
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 104
  %8 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %10 = load i64, ptr @WORDS, align 8
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %12 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %13 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 136
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 144
  %16 = shl i64 %10, 3
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %18 = getelementptr inbounds nuw i8, ptr %1, i64 88
  %19 = getelementptr inbounds nuw i8, ptr %1, i64 80
  %20 = load i64, ptr @MASKS, align 8
  %21 = icmp eq i64 %20, 0
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 152
  %23 = getelementptr inbounds nuw i8, ptr %0, i64 120
  %24 = getelementptr inbounds nuw i8, ptr %0, i64 128
  %25 = load i64, ptr %5, align 8
  br label %26

26:
  %27 = phi i64 [ %25, %3 ], [ %114, %109 ]
  %28 = phi i64 [ %2, %3 ], [ %115, %109 ]
  %29 = load i64, ptr %4, align 8
  %30 = sub i64 %27, %29
  %31 = icmp eq i64 %27, %29
  br i1 %31, label %43, label %32

32:
  %33 = load ptr, ptr %6, align 8
  %34 = load ptr, ptr %7, align 8
  %35 = load ptr, ptr %8, align 8
  %36 = load ptr, ptr %9, align 8
  %37 = mul i64 %10, %29
  %38 = getelementptr inbounds nuw i64, ptr %36, i64 %37
  %39 = load ptr, ptr %11, align 8
  %40 = getelementptr inbounds nuw i8, ptr %39, i64 %29
  %41 = tail call i64 %33(ptr noundef %34, ptr noundef %35, ptr noundef %38, i64 noundef %30, ptr noundef %40) #8
  %42 = load i64, ptr %4, align 8
  br label %43

43:
  %44 = phi i64 [ %42, %32 ], [ %27, %26 ]
  %45 = phi i64 [ %41, %32 ], [ 0, %26 ]
  %46 = add i64 %44, %45
  store i64 %46, ptr %4, align 8
  %47 = icmp ult i64 %29, %46
  br i1 %47, label %48, label %97

48:
  %49 = phi i64 [ %94, %93 ], [ %29, %43 ]
  %50 = load ptr, ptr %11, align 8
  %51 = getelementptr inbounds nuw i8, ptr %50, i64 %49
  %52 = load i8, ptr %51, align 1
  %53 = icmp eq i8 %52, 0
  br i1 %53, label %93, label %54

54:
  %55 = load ptr, ptr %9, align 8
  %56 = mul i64 %10, %49
  %57 = getelementptr inbounds nuw i64, ptr %55, i64 %56
  %58 = load i64, ptr %12, align 8
  %59 = load i64, ptr %13, align 8
  %60 = icmp eq i64 %58, %59
  br i1 %60, label %61, label %67

61:
  %62 = atomicrmw add ptr %14, i64 256 monotonic, align 8
  %63 = add i64 %62, 256
  %64 = load i64, ptr %15, align 8
  %65 = icmp ugt i64 %63, %64
  br i1 %65, label %91, label %66

66:
  store i64 %62, ptr %12, align 8
  store i64 %63, ptr %13, align 8
  br label %67

67:
  %68 = phi i64 [ %62, %66 ], [ %58, %54 ]
  %69 = load ptr, ptr %0, align 8
  %70 = add i64 %68, 1
  store i64 %70, ptr %12, align 8
  %71 = mul i64 %68, %10
  %72 = getelementptr inbounds nuw i64, ptr %69, i64 %71
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 8 %72, ptr align 8 %57, i64 %16, i1 false)
  %73 = load ptr, ptr %17, align 8
  %74 = load ptr, ptr %18, align 8
  %75 = load ptr, ptr %19, align 8
  tail call void @promises(ptr noundef %57, ptr noundef %74, ptr noundef %75) #8
  br i1 %21, label %93, label %76

76:
  %77 = phi i64 [ %86, %76 ], [ 0, %67 ]
  %78 = phi i64 [ %85, %76 ], [ 0, %67 ]
  %79 = getelementptr inbounds nuw i64, ptr %73, i64 %77
  %80 = load i64, ptr %79, align 8
  %81 = load ptr, ptr %18, align 8
  %82 = getelementptr inbounds nuw i64, ptr %81, i64 %77
  %83 = load i64, ptr %82, align 8
  %84 = and i64 %83, %80
  store i64 %84, ptr %82, align 8
  %85 = or i64 %84, %78
  %86 = add nuw i64 %77, 1
  %87 = icmp eq i64 %86, %20
  br i1 %87, label %88, label %76

88:
  %89 = icmp eq i64 %85, 0
  br i1 %89, label %93, label %90

90:
  tail call fastcc void @note_least(ptr noundef nonnull %1, ptr noundef %57)
  br label %93

91:
  %92 = atomicrmw sub ptr %14, i64 256 monotonic, align 8
  br label %116

93:
  %94 = add nuw i64 %49, 1
  %95 = load i64, ptr %4, align 8
  %96 = icmp ult i64 %94, %95
  br i1 %96, label %48, label %97

97:
  %98 = icmp ult i64 %45, %30
  br i1 %98, label %99, label %100

99:
  store atomic i64 1, ptr %22 monotonic, align 8
  br label %116

100:
  %101 = icmp eq i64 %28, 0
  br i1 %101, label %116, label %102

102:
  %103 = load atomic i64, ptr %22 monotonic, align 8
  %104 = icmp eq i64 %103, 0
  br i1 %104, label %105, label %116

105:
  %106 = atomicrmw add ptr %23, i64 256 monotonic, align 8
  %107 = load i64, ptr %24, align 8
  %108 = icmp ult i64 %106, %107
  br i1 %108, label %109, label %116

109:
  %110 = add i64 %106, 256
  %111 = tail call i64 @llvm.umin.i64(i64 %110, i64 %107)
  %112 = load i64, ptr %1, align 8
  store i64 %112, ptr %4, align 8
  %113 = tail call i64 @expand(ptr noundef nonnull %0, ptr noundef nonnull %1, i64 noundef %106, i64 noundef %111)
  %114 = add i64 %113, %112
  store i64 %114, ptr %5, align 8
  %115 = add i64 %28, -1
  br label %26

116:
  %117 = phi i64 [ 3, %91 ], [ 2, %99 ], [ 1, %102 ], [ 1, %100 ], [ 0, %105 ]
  ret i64 %117
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
  %12 = getelementptr inbounds nuw i8, ptr %1, i64 80
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

define void @enumerate(ptr nocapture noundef readonly %0, i64 noundef %1, i64 noundef %2) local_unnamed_addr #0 {
  %4 = alloca [32 x i64], align 16
  %5 = load ptr, ptr %0, align 8
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %7 = load ptr, ptr %6, align 8
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %9 = load i64, ptr %8, align 8
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %4) #9
  %10 = icmp ult i64 %1, %2
  br i1 %10, label %11, label %14

11:
  %12 = load i64, ptr @WORDS, align 8
  %13 = sub nuw i64 %2, %1
  br label %15

14:
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %4) #9
  ret void

15:
  %16 = phi i64 [ %13, %11 ], [ %38, %35 ]
  %17 = phi i64 [ %1, %11 ], [ %36, %35 ]
  %18 = tail call i64 @llvm.umin.i64(i64 %16, i64 32)
  %19 = tail call i64 @llvm.umax.i64(i64 %18, i64 1)
  br label %22

20:
  %21 = add nuw i64 %17, 1
  br label %39

22:
  %23 = phi i64 [ %33, %22 ], [ 0, %15 ]
  %24 = add i64 %23, %17
  %25 = mul i64 %12, %24
  %26 = getelementptr inbounds nuw i64, ptr %5, i64 %25
  %27 = tail call i64 @hash(ptr noundef %26) #8
  %28 = getelementptr inbounds nuw [32 x i64], ptr %4, i64 0, i64 %23
  store i64 %27, ptr %28, align 8
  %29 = lshr i64 %27, 32
  %30 = mul i64 %29, %9
  %31 = lshr i64 %30, 32
  %32 = getelementptr inbounds nuw i64, ptr %7, i64 %31
  tail call void @llvm.prefetch.p0(ptr %32, i32 1, i32 3, i32 1)
  %33 = add nuw nsw i64 %23, 1
  %34 = icmp eq i64 %33, %19
  br i1 %34, label %20, label %22

35:
  %36 = add i64 %17, 32
  %37 = icmp ult i64 %36, %2
  %38 = add i64 %16, -32
  br i1 %37, label %15, label %14

39:
  %40 = phi i64 [ 0, %20 ], [ %61, %60 ]
  %41 = getelementptr inbounds nuw [32 x i64], ptr %4, i64 0, i64 %40
  %42 = load i64, ptr %41, align 8
  %43 = lshr i64 %42, 32
  %44 = mul i64 %43, %9
  %45 = lshr i64 %44, 32
  %46 = and i64 %42, -4294967296
  %47 = add i64 %21, %40
  %48 = or i64 %46, %47
  %49 = getelementptr inbounds nuw i64, ptr %7, i64 %45
  %50 = cmpxchg ptr %49, i64 0, i64 %48 monotonic monotonic, align 8
  %51 = extractvalue { i64, i1 } %50, 1
  br i1 %51, label %60, label %52

52:
  %53 = phi i64 [ %56, %52 ], [ %45, %39 ]
  %54 = add i64 %53, 1
  %55 = icmp eq i64 %54, %9
  %56 = select i1 %55, i64 0, i64 %54
  %57 = getelementptr inbounds nuw i64, ptr %7, i64 %56
  %58 = cmpxchg ptr %57, i64 0, i64 %48 monotonic monotonic, align 8
  %59 = extractvalue { i64, i1 } %58, 1
  br i1 %59, label %60, label %52

60:
  %61 = add nuw nsw i64 %40, 1
  %62 = icmp eq i64 %61, %19
  br i1 %62, label %35, label %39
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
  %14 = load i64, ptr %1, align 8
  %15 = load i64, ptr @WORDS, align 8
  %16 = mul i64 %15, %14
  %17 = getelementptr inbounds nuw i64, ptr %7, i64 %16
  %18 = icmp ult i64 %2, %3
  br i1 %18, label %19, label %22

19:
  %20 = icmp eq i64 %13, 0
  %21 = icmp eq i64 %15, 0
  br label %24

22:
  %23 = phi i64 [ 0, %4 ], [ %73, %72 ]
  ret i64 %23

24:
  %25 = phi i64 [ 0, %19 ], [ %73, %72 ]
  %26 = phi i64 [ %2, %19 ], [ %74, %72 ]
  %27 = mul i64 %26, %15
  %28 = getelementptr inbounds nuw i64, ptr %5, i64 %27
  br i1 %20, label %72, label %32

29:
  %30 = add nuw i64 %33, 1
  %31 = icmp eq i64 %30, %13
  br i1 %31, label %72, label %32

32:
  %33 = phi i64 [ %30, %29 ], [ 0, %24 ]
  %34 = mul i64 %33, %15
  %35 = getelementptr inbounds nuw i64, ptr %11, i64 %34
  br i1 %21, label %50, label %36

36:
  %37 = phi i64 [ %48, %47 ], [ 0, %32 ]
  %38 = getelementptr inbounds nuw i64, ptr %28, i64 %37
  %39 = load i64, ptr %38, align 8
  %40 = getelementptr inbounds nuw i64, ptr %9, i64 %37
  %41 = load i64, ptr %40, align 8
  %42 = xor i64 %41, %39
  %43 = getelementptr inbounds nuw i64, ptr %35, i64 %37
  %44 = load i64, ptr %43, align 8
  %45 = and i64 %42, %44
  %46 = icmp eq i64 %45, 0
  br i1 %46, label %47, label %50

47:
  %48 = add nuw i64 %37, 1
  %49 = icmp eq i64 %48, %15
  br i1 %49, label %53, label %36

50:
  %51 = phi i64 [ 0, %32 ], [ %37, %36 ]
  %52 = icmp eq i64 %51, %15
  br i1 %52, label %53, label %29

53:
  %54 = icmp eq i64 %25, 0
  br i1 %54, label %60, label %55

55:
  %56 = add i64 %25, -1
  %57 = mul i64 %56, %15
  %58 = getelementptr inbounds nuw i64, ptr %5, i64 %57
  %59 = tail call zeroext i1 @less(ptr noundef %28, ptr noundef %58) #8
  br i1 %59, label %60, label %72

60:
  %61 = add nuw i64 %26, 1
  %62 = tail call i64 @expand(ptr noundef nonnull %0, ptr noundef nonnull %1, i64 noundef %26, i64 noundef %61)
  %63 = icmp eq i64 %62, 0
  br i1 %63, label %72, label %67

64:
  %65 = add nuw i64 %68, 1
  %66 = icmp eq i64 %65, %62
  br i1 %66, label %72, label %67

67:
  %68 = phi i64 [ %65, %64 ], [ 0, %60 ]
  %69 = mul i64 %68, %15
  %70 = getelementptr inbounds nuw i64, ptr %17, i64 %69
  %71 = tail call zeroext i1 @same(ptr noundef %70, ptr noundef %9) #8
  br i1 %71, label %72, label %64

72:
  %73 = phi i64 [ %25, %55 ], [ %25, %60 ], [ %25, %24 ], [ %25, %64 ], [ %61, %67 ], [ %25, %29 ]
  %74 = add nuw i64 %26, 1
  %75 = icmp eq i64 %74, %3
  br i1 %75, label %22, label %24
}

define i64 @walk(ptr nocapture noundef %0, i64 noundef %1) local_unnamed_addr #0 {
  %3 = load ptr, ptr %0, align 8
  %4 = icmp eq i64 %1, 0
  br i1 %4, label %149, label %5

5:
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 280
  %7 = load i64, ptr @WORDS, align 8
  %8 = shl i64 %7, 3
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 368
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 304
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 296
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 384
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 288
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 160
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 376
  %19 = getelementptr inbounds nuw i8, ptr %0, i64 272
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 392
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 400
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %23 = getelementptr inbounds nuw i8, ptr %0, i64 248
  %24 = getelementptr inbounds nuw i8, ptr %0, i64 240
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
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 104
  %8 = load i64, ptr @WORDS, align 8
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 96
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
