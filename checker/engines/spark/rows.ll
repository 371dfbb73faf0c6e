; Generated from rows.c by `make runtime`: change that file, not this one.
; SHA-256 of rows.c: c8a25dc7027ccfec3602385544c5dbd9803df9d1bf97cb04cb449aadf1d68de8
%struct.run = type { ptr, i64, i64, i64, i64, i64, i64, i64, ptr, ptr, ptr, ptr, i64, i64, i64 }

define void @rows_of(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, i64 noundef %2, i64 noundef %3, ptr nocapture noundef writeonly %4) local_unnamed_addr #0 {
  %6 = icmp eq i64 %2, 0
  br i1 %6, label %13, label %7

7:
  %8 = load i64, ptr @WORDS, align 8
  %9 = load i64, ptr @KEY, align 8
  %10 = getelementptr inbounds nuw i64, ptr %0, i64 %9
  %11 = icmp eq i64 %8, 0
  %12 = add i64 %8, 1
  br label %14

13:
  ret void

14:
  %15 = phi i64 [ 0, %7 ], [ %83, %80 ]
  %16 = mul i64 %8, %15
  %17 = getelementptr inbounds nuw i64, ptr %1, i64 %16
  %18 = load i64, ptr %10, align 8
  %19 = sub i64 64, %18
  %20 = getelementptr inbounds nuw i64, ptr %17, i64 %9
  %21 = load i64, ptr %20, align 8
  br i1 %11, label %41, label %22

22:
  %23 = phi i64 [ %37, %35 ], [ 0, %14 ]
  %24 = phi i64 [ %36, %35 ], [ 0, %14 ]
  %25 = icmp eq i64 %23, %9
  br i1 %25, label %35, label %26

26:
  %27 = getelementptr inbounds nuw i64, ptr %17, i64 %23
  %28 = load i64, ptr %27, align 8
  %29 = lshr i64 %28, 32
  %30 = xor i64 %24, %29
  %31 = xor i64 %30, %28
  %32 = mul i64 %31, -7046029254386353131
  %33 = lshr i64 %32, 32
  %34 = xor i64 %33, %32
  br label %35

35:
  %36 = phi i64 [ %24, %22 ], [ %34, %26 ]
  %37 = add nuw i64 %23, 1
  %38 = icmp eq i64 %37, %8
  br i1 %38, label %39, label %22

39:
  %40 = mul i64 %36, -4417276706812531889
  br label %41

41:
  %42 = phi i64 [ 0, %14 ], [ %40, %39 ]
  %43 = xor i64 %42, %21
  %44 = lshr i64 %43, %19
  %45 = icmp eq i64 %18, 0
  %46 = lshr i64 -1, %19
  %47 = select i1 %45, i64 0, i64 %46
  %48 = add i64 %18, 1
  %49 = lshr i64 %48, 1
  %50 = lshr i64 %44, %49
  %51 = xor i64 %50, %44
  %52 = mul i64 %51, -7046029254386353131
  %53 = and i64 %52, %47
  %54 = lshr i64 %53, %49
  %55 = xor i64 %54, %53
  %56 = mul i64 %55, -4417276706812531889
  %57 = and i64 %56, %47
  %58 = lshr i64 %57, %49
  %59 = xor i64 %58, %57
  %60 = shl i64 %59, %19
  %61 = mul i64 %12, %15
  %62 = getelementptr inbounds nuw i64, ptr %4, i64 %61
  store i64 %60, ptr %62, align 8
  br i1 %11, label %80, label %63

63:
  %64 = phi i64 [ %78, %76 ], [ 0, %41 ]
  %65 = phi i64 [ %77, %76 ], [ 1, %41 ]
  %66 = icmp eq i64 %64, %9
  br i1 %66, label %76, label %67

67:
  %68 = getelementptr inbounds nuw i64, ptr %17, i64 %64
  %69 = load i64, ptr %68, align 8
  %70 = getelementptr inbounds nuw i64, ptr %0, i64 %64
  %71 = load i64, ptr %70, align 8
  %72 = sub i64 64, %71
  %73 = lshr i64 %69, %72
  %74 = add i64 %65, 1
  %75 = getelementptr inbounds nuw i64, ptr %62, i64 %65
  store i64 %73, ptr %75, align 8
  br label %76

76:
  %77 = phi i64 [ %74, %67 ], [ %65, %63 ]
  %78 = add nuw i64 %64, 1
  %79 = icmp eq i64 %78, %8
  br i1 %79, label %80, label %63

80:
  %81 = phi i64 [ 1, %41 ], [ %77, %76 ]
  %82 = getelementptr inbounds nuw i64, ptr %62, i64 %81
  store i64 %3, ptr %82, align 8
  %83 = add nuw i64 %15, 1
  %84 = icmp eq i64 %83, %2
  br i1 %84, label %13, label %14
}

define void @states_of(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, i64 noundef %2, ptr nocapture noundef %3) local_unnamed_addr #0 {
  %5 = icmp eq i64 %2, 0
  br i1 %5, label %12, label %6

6:
  %7 = load i64, ptr @WORDS, align 8
  %8 = add i64 %7, 1
  %9 = load i64, ptr @KEY, align 8
  %10 = getelementptr inbounds nuw i64, ptr %0, i64 %9
  %11 = icmp eq i64 %7, 0
  br label %13

12:
  ret void

13:
  %14 = phi i64 [ 0, %6 ], [ %86, %80 ]
  %15 = mul i64 %8, %14
  %16 = getelementptr inbounds nuw i64, ptr %1, i64 %15
  %17 = mul i64 %7, %14
  %18 = getelementptr inbounds nuw i64, ptr %3, i64 %17
  %19 = load i64, ptr %10, align 8
  br i1 %11, label %39, label %20

20:
  %21 = phi i64 [ %34, %33 ], [ 1, %13 ]
  %22 = phi i64 [ %35, %33 ], [ 0, %13 ]
  %23 = icmp eq i64 %22, %9
  br i1 %23, label %33, label %24

24:
  %25 = add i64 %21, 1
  %26 = getelementptr inbounds nuw i64, ptr %16, i64 %21
  %27 = load i64, ptr %26, align 8
  %28 = getelementptr inbounds nuw i64, ptr %0, i64 %22
  %29 = load i64, ptr %28, align 8
  %30 = sub i64 64, %29
  %31 = shl i64 %27, %30
  %32 = getelementptr inbounds nuw i64, ptr %18, i64 %22
  store i64 %31, ptr %32, align 8
  br label %33

33:
  %34 = phi i64 [ %25, %24 ], [ %21, %20 ]
  %35 = add nuw i64 %22, 1
  %36 = icmp eq i64 %35, %7
  br i1 %36, label %37, label %20

37:
  %38 = load i64, ptr %10, align 8
  br label %39

39:
  %40 = phi i64 [ %38, %37 ], [ %19, %13 ]
  %41 = sub i64 64, %19
  %42 = load i64, ptr %16, align 8
  %43 = lshr i64 %42, %41
  %44 = icmp eq i64 %40, 0
  %45 = sub i64 64, %40
  %46 = lshr i64 -1, %45
  %47 = select i1 %44, i64 0, i64 %46
  %48 = add i64 %40, 1
  %49 = lshr i64 %48, 1
  %50 = lshr i64 %43, %49
  %51 = xor i64 %50, %43
  %52 = mul i64 %51, 839798700976720815
  %53 = and i64 %52, %47
  %54 = lshr i64 %53, %49
  %55 = xor i64 %54, %53
  %56 = mul i64 %55, -1018231460777725123
  %57 = and i64 %56, %47
  %58 = lshr i64 %57, %49
  %59 = xor i64 %58, %57
  %60 = shl i64 %59, %41
  br i1 %11, label %80, label %61

61:
  %62 = phi i64 [ %76, %74 ], [ 0, %39 ]
  %63 = phi i64 [ %75, %74 ], [ 0, %39 ]
  %64 = icmp eq i64 %62, %9
  br i1 %64, label %74, label %65

65:
  %66 = getelementptr inbounds nuw i64, ptr %18, i64 %62
  %67 = load i64, ptr %66, align 8
  %68 = lshr i64 %67, 32
  %69 = xor i64 %63, %68
  %70 = xor i64 %69, %67
  %71 = mul i64 %70, -7046029254386353131
  %72 = lshr i64 %71, 32
  %73 = xor i64 %72, %71
  br label %74

74:
  %75 = phi i64 [ %63, %61 ], [ %73, %65 ]
  %76 = add nuw i64 %62, 1
  %77 = icmp eq i64 %76, %7
  br i1 %77, label %78, label %61

78:
  %79 = mul i64 %75, -4417276706812531889
  br label %80

80:
  %81 = phi i64 [ 0, %39 ], [ %79, %78 ]
  %82 = shl nsw i64 -1, %41
  %83 = and i64 %81, %82
  %84 = xor i64 %83, %60
  %85 = getelementptr inbounds nuw i64, ptr %18, i64 %9
  store i64 %84, ptr %85, align 8
  %86 = add nuw i64 %14, 1
  %87 = icmp eq i64 %86, %2
  br i1 %87, label %12, label %13
}

define i64 @gather(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef readonly %2, ptr nocapture noundef readonly %3, ptr nocapture noundef readonly %4, ptr nocapture noundef %5, i64 noundef %6, i64 noundef %7) local_unnamed_addr #1 {
  %9 = load ptr, ptr %0, align 8
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %11 = load i64, ptr %10, align 8
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %13 = load i64, ptr %12, align 8
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %15 = load i64, ptr %14, align 8
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %17 = load ptr, ptr %16, align 8
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %19 = load ptr, ptr %18, align 8
  %20 = icmp ult i64 %6, %7
  br i1 %20, label %21, label %133

21:
  %22 = load i64, ptr @WORDS, align 8
  %23 = icmp eq i64 %22, 0
  %24 = load i64, ptr @KEY, align 8
  %25 = getelementptr inbounds nuw i64, ptr %9, i64 %24
  %26 = icmp ult i64 %13, 64
  %27 = add i64 %22, 1
  br label %28

28:
  %29 = phi i64 [ %6, %21 ], [ %131, %130 ]
  %30 = mul i64 %22, %29
  %31 = getelementptr inbounds nuw i64, ptr %2, i64 %30
  %32 = getelementptr inbounds nuw i64, ptr %3, i64 %29
  %33 = load i64, ptr %32, align 8
  %34 = mul i64 %33, %22
  %35 = getelementptr inbounds nuw i64, ptr %1, i64 %34
  br i1 %23, label %130, label %36

36:
  %37 = phi i64 [ %45, %36 ], [ 0, %28 ]
  %38 = phi i64 [ %44, %36 ], [ 0, %28 ]
  %39 = getelementptr inbounds nuw i64, ptr %31, i64 %37
  %40 = load i64, ptr %39, align 8
  %41 = getelementptr inbounds nuw i64, ptr %35, i64 %37
  %42 = load i64, ptr %41, align 8
  %43 = xor i64 %42, %40
  %44 = or i64 %43, %38
  %45 = add nuw i64 %37, 1
  %46 = icmp eq i64 %45, %22
  br i1 %46, label %47, label %36

47:
  %48 = icmp eq i64 %44, 0
  br i1 %48, label %130, label %49

49:
  %50 = load i64, ptr %25, align 8
  %51 = sub i64 64, %50
  %52 = getelementptr inbounds nuw i64, ptr %31, i64 %24
  %53 = load i64, ptr %52, align 8
  br label %54

54:
  %55 = phi i64 [ %69, %67 ], [ 0, %49 ]
  %56 = phi i64 [ %68, %67 ], [ 0, %49 ]
  %57 = icmp eq i64 %55, %24
  br i1 %57, label %67, label %58

58:
  %59 = getelementptr inbounds nuw i64, ptr %31, i64 %55
  %60 = load i64, ptr %59, align 8
  %61 = lshr i64 %60, 32
  %62 = xor i64 %56, %61
  %63 = xor i64 %62, %60
  %64 = mul i64 %63, -7046029254386353131
  %65 = lshr i64 %64, 32
  %66 = xor i64 %65, %64
  br label %67

67:
  %68 = phi i64 [ %56, %54 ], [ %66, %58 ]
  %69 = add nuw i64 %55, 1
  %70 = icmp eq i64 %69, %22
  br i1 %70, label %71, label %54

71:
  %72 = mul i64 %68, -4417276706812531889
  %73 = xor i64 %72, %53
  %74 = lshr i64 %73, %51
  %75 = icmp eq i64 %50, 0
  %76 = lshr i64 -1, %51
  %77 = select i1 %75, i64 0, i64 %76
  %78 = add i64 %50, 1
  %79 = lshr i64 %78, 1
  %80 = lshr i64 %74, %79
  %81 = xor i64 %80, %74
  %82 = mul i64 %81, -7046029254386353131
  %83 = and i64 %82, %77
  %84 = lshr i64 %83, %79
  %85 = xor i64 %84, %83
  %86 = mul i64 %85, -4417276706812531889
  %87 = and i64 %86, %77
  %88 = lshr i64 %87, %79
  %89 = xor i64 %88, %87
  %90 = shl i64 %89, %51
  %91 = sub i64 %90, %11
  %92 = lshr i64 %91, %13
  %93 = select i1 %26, i64 %92, i64 0
  %94 = getelementptr inbounds nuw i64, ptr %19, i64 %93
  %95 = load i64, ptr %94, align 8
  %96 = icmp eq i64 %95, %15
  br i1 %96, label %133, label %97

97:
  %98 = getelementptr inbounds nuw i16, ptr %4, i64 %29
  %99 = load i16, ptr %98, align 2
  %100 = zext i16 %99 to i64
  %101 = getelementptr inbounds nuw i64, ptr %5, i64 %100
  %102 = load i64, ptr %101, align 8
  %103 = add i64 %102, 1
  store i64 %103, ptr %101, align 8
  %104 = load i16, ptr %98, align 2
  %105 = zext i16 %104 to i64
  %106 = mul i64 %93, %15
  %107 = add i64 %95, %106
  %108 = mul i64 %107, %27
  %109 = getelementptr inbounds nuw i64, ptr %17, i64 %108
  store i64 %90, ptr %109, align 8
  br label %110

110:
  %111 = phi i64 [ %125, %123 ], [ 0, %97 ]
  %112 = phi i64 [ %124, %123 ], [ 1, %97 ]
  %113 = icmp eq i64 %111, %24
  br i1 %113, label %123, label %114

114:
  %115 = getelementptr inbounds nuw i64, ptr %31, i64 %111
  %116 = load i64, ptr %115, align 8
  %117 = getelementptr inbounds nuw i64, ptr %9, i64 %111
  %118 = load i64, ptr %117, align 8
  %119 = sub i64 64, %118
  %120 = lshr i64 %116, %119
  %121 = add i64 %112, 1
  %122 = getelementptr inbounds nuw i64, ptr %109, i64 %112
  store i64 %120, ptr %122, align 8
  br label %123

123:
  %124 = phi i64 [ %121, %114 ], [ %112, %110 ]
  %125 = add nuw i64 %111, 1
  %126 = icmp eq i64 %125, %22
  br i1 %126, label %127, label %110

127:
  %128 = getelementptr inbounds nuw i64, ptr %109, i64 %124
  store i64 %105, ptr %128, align 8
  %129 = add i64 %95, 1
  store i64 %129, ptr %94, align 8
  br label %130

130:
  %131 = add nuw i64 %29, 1
  %132 = icmp eq i64 %131, %7
  br i1 %132, label %133, label %28

133:
  %134 = phi i64 [ %6, %8 ], [ %29, %71 ], [ %7, %130 ]
  %135 = tail call i64 @llvm.umin.i64(i64 %134, i64 %7)
  ret i64 %135
}

define i64 @settle(ptr nocapture noundef readonly %0, i64 noundef %1) local_unnamed_addr #1 {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %4 = load i64, ptr %3, align 8
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %6 = load i64, ptr %5, align 8
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %8 = load i64, ptr %7, align 8
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %10 = load ptr, ptr %9, align 8
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %12 = load ptr, ptr %11, align 8
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %14 = load ptr, ptr %13, align 8
  %15 = getelementptr inbounds nuw i64, ptr %12, i64 %1
  %16 = load i64, ptr %15, align 8
  %17 = mul i64 %8, %1
  %18 = load i64, ptr @WORDS, align 8
  %19 = add i64 %18, 1
  %20 = mul i64 %17, %19
  %21 = getelementptr inbounds nuw i64, ptr %10, i64 %20
  %22 = icmp ult i64 %6, 64
  %23 = shl i64 %1, %6
  %24 = select i1 %22, i64 %23, i64 0
  %25 = icmp eq i64 %16, 0
  br i1 %25, label %145, label %26

26:
  %27 = shl i64 %16, 1
  br label %28

28:
  %29 = phi i64 [ %32, %28 ], [ 0, %26 ]
  %30 = shl nuw i64 1, %29
  %31 = icmp ult i64 %30, %27
  %32 = add i64 %29, 1
  br i1 %31, label %28, label %33

33:
  %34 = add i64 %24, %4
  %35 = icmp ult i64 %6, %29
  %36 = sub nuw i64 %6, %29
  %37 = icmp ult i64 %36, 64
  %38 = sub nuw i64 %29, %6
  %39 = icmp ne i64 %18, 0
  %40 = xor i64 %18, -1
  %41 = icmp eq i64 %19, 0
  br label %47

42:
  %43 = add i64 %30, %16
  %44 = mul i64 %43, %19
  %45 = getelementptr inbounds nuw i64, ptr %14, i64 %44
  %46 = icmp eq i64 %44, 0
  br i1 %46, label %121, label %123

47:
  %48 = phi i64 [ 0, %33 ], [ %119, %118 ]
  %49 = mul i64 %48, %19
  %50 = getelementptr inbounds nuw i64, ptr %21, i64 %49
  %51 = load i64, ptr %50, align 8
  %52 = sub i64 %51, %34
  %53 = lshr i64 %52, %36
  %54 = select i1 %37, i64 %53, i64 0
  %55 = shl i64 %52, %38
  %56 = select i1 %35, i64 %55, i64 %54
  %57 = mul i64 %56, %19
  %58 = getelementptr inbounds nuw i64, ptr %14, i64 %57
  %59 = getelementptr inbounds nuw i64, ptr %58, i64 %18
  %60 = load i64, ptr %59, align 8
  %61 = icmp eq i64 %60, -1
  br i1 %61, label %88, label %62

62:
  %63 = phi i64 [ %81, %78 ], [ %60, %47 ]
  %64 = phi ptr [ %80, %78 ], [ %59, %47 ]
  %65 = phi ptr [ %79, %78 ], [ %58, %47 ]
  br i1 %39, label %69, label %83

66:
  %67 = add nuw i64 %70, 1
  %68 = icmp eq i64 %67, %18
  br i1 %68, label %83, label %69

69:
  %70 = phi i64 [ %67, %66 ], [ 0, %62 ]
  %71 = getelementptr inbounds nuw i64, ptr %65, i64 %70
  %72 = load i64, ptr %71, align 8
  %73 = getelementptr inbounds nuw i64, ptr %50, i64 %70
  %74 = load i64, ptr %73, align 8
  %75 = icmp eq i64 %72, %74
  br i1 %75, label %66, label %76

76:
  %77 = icmp ult i64 %72, %74
  br i1 %77, label %78, label %83

78:
  %79 = getelementptr i8, ptr %64, i64 8
  %80 = getelementptr inbounds nuw i64, ptr %79, i64 %18
  %81 = load i64, ptr %80, align 8
  %82 = icmp eq i64 %81, -1
  br i1 %82, label %88, label %62

83:
  %84 = phi ptr [ %65, %66 ], [ %58, %62 ], [ %65, %76 ]
  %85 = phi ptr [ %64, %66 ], [ %59, %62 ], [ %64, %76 ]
  %86 = phi i64 [ %63, %66 ], [ %60, %62 ], [ %63, %76 ]
  %87 = phi i1 [ false, %66 ], [ %39, %62 ], [ %39, %76 ]
  br i1 %87, label %88, label %91

88:
  %89 = phi ptr [ %85, %83 ], [ %59, %47 ], [ %80, %78 ]
  %90 = phi ptr [ %84, %83 ], [ %58, %47 ], [ %79, %78 ]
  br label %96

91:
  %92 = getelementptr inbounds nuw i64, ptr %50, i64 %18
  %93 = load i64, ptr %92, align 8
  %94 = icmp ult i64 %93, %86
  br i1 %94, label %95, label %118

95:
  store i64 %93, ptr %85, align 8
  br label %118

96:
  %97 = phi ptr [ %101, %96 ], [ %90, %88 ]
  %98 = getelementptr inbounds nuw i64, ptr %97, i64 %18
  %99 = load i64, ptr %98, align 8
  %100 = icmp eq i64 %99, -1
  %101 = getelementptr i8, ptr %98, i64 8
  br i1 %100, label %102, label %96

102:
  %103 = icmp ugt ptr %98, %89
  br i1 %103, label %112, label %104

104:
  br i1 %41, label %118, label %105

105:
  %106 = phi i64 [ %110, %105 ], [ 0, %104 ]
  %107 = getelementptr inbounds nuw i64, ptr %50, i64 %106
  %108 = load i64, ptr %107, align 8
  %109 = getelementptr inbounds nuw i64, ptr %90, i64 %106
  store i64 %108, ptr %109, align 8
  %110 = add nuw i64 %106, 1
  %111 = icmp eq i64 %106, %18
  br i1 %111, label %118, label %105

112:
  %113 = phi ptr [ %116, %112 ], [ %98, %102 ]
  %114 = getelementptr inbounds i64, ptr %113, i64 %40
  %115 = load i64, ptr %114, align 8
  store i64 %115, ptr %113, align 8
  %116 = getelementptr inbounds i8, ptr %113, i64 -8
  %117 = icmp ugt ptr %116, %89
  br i1 %117, label %112, label %104

118:
  %119 = add nuw i64 %48, 1
  %120 = icmp eq i64 %119, %16
  br i1 %120, label %42, label %47

121:
  %122 = phi i64 [ 0, %42 ], [ %142, %141 ]
  store i64 %122, ptr %15, align 8
  br label %145

123:
  %124 = phi ptr [ %143, %141 ], [ %14, %42 ]
  %125 = phi i64 [ %142, %141 ], [ 0, %42 ]
  %126 = getelementptr inbounds nuw i64, ptr %124, i64 %18
  %127 = load i64, ptr %126, align 8
  %128 = icmp eq i64 %127, -1
  br i1 %128, label %141, label %129

129:
  %130 = add i64 %125, 1
  %131 = mul i64 %125, %19
  %132 = getelementptr inbounds nuw i64, ptr %21, i64 %131
  br i1 %41, label %140, label %133

133:
  %134 = phi i64 [ %138, %133 ], [ 0, %129 ]
  %135 = getelementptr inbounds nuw i64, ptr %124, i64 %134
  %136 = load i64, ptr %135, align 8
  %137 = getelementptr inbounds nuw i64, ptr %132, i64 %134
  store i64 %136, ptr %137, align 8
  %138 = add nuw i64 %134, 1
  %139 = icmp eq i64 %134, %18
  br i1 %139, label %140, label %133

140:
  store i64 -1, ptr %126, align 8
  br label %141

141:
  %142 = phi i64 [ %125, %123 ], [ %130, %140 ]
  %143 = getelementptr i8, ptr %126, i64 8
  %144 = icmp ult ptr %143, %45
  br i1 %144, label %123, label %121

145:
  %146 = phi i64 [ %122, %121 ], [ 0, %2 ]
  ret i64 %146
}

define i64 @settle_all(ptr nocapture noundef readonly %0) local_unnamed_addr #1 {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %3 = load i64, ptr %2, align 8
  %4 = icmp eq i64 %3, 0
  br i1 %4, label %5, label %7

5:
  %6 = phi i64 [ 0, %1 ], [ %11, %7 ]
  ret i64 %6

7:
  %8 = phi i64 [ %12, %7 ], [ 0, %1 ]
  %9 = phi i64 [ %11, %7 ], [ 0, %1 ]
  %10 = tail call i64 @settle(ptr noundef nonnull %0, i64 noundef %8)
  %11 = add i64 %10, %9
  %12 = add nuw i64 %8, 1
  %13 = load i64, ptr %2, align 8
  %14 = icmp ult i64 %12, %13
  br i1 %14, label %7, label %5
}

define i64 @sum_of(ptr nocapture noundef readonly %0, i64 noundef %1) local_unnamed_addr #2 {
  %3 = icmp eq i64 %1, 0
  br i1 %3, label %4, label %24

4:
  %5 = phi i64 [ 1, %2 ], [ %31, %24 ]
  %6 = phi i64 [ 0, %2 ], [ %32, %24 ]
  %7 = lshr i64 %5, 32
  %8 = xor i64 %7, %5
  %9 = mul i64 %8, -7046029254386353131
  %10 = lshr i64 %9, 32
  %11 = xor i64 %10, %9
  %12 = mul i64 %11, -4417276706812531889
  %13 = lshr i64 %12, 32
  %14 = xor i64 %13, %12
  %15 = add i64 %14, %6
  %16 = lshr i64 %15, 32
  %17 = xor i64 %16, %15
  %18 = mul i64 %17, -7046029254386353131
  %19 = lshr i64 %18, 32
  %20 = xor i64 %19, %18
  %21 = mul i64 %20, -4417276706812531889
  %22 = lshr i64 %21, 32
  %23 = xor i64 %22, %21
  ret i64 %23

24:
  %25 = phi i64 [ %33, %24 ], [ 0, %2 ]
  %26 = phi i64 [ %32, %24 ], [ %1, %2 ]
  %27 = phi i64 [ %31, %24 ], [ 1, %2 ]
  %28 = getelementptr inbounds nuw i64, ptr %0, i64 %25
  %29 = load i64, ptr %28, align 8
  %30 = mul i64 %29, -7046029254386353131
  %31 = add i64 %30, %27
  %32 = add i64 %31, %26
  %33 = add nuw i64 %25, 1
  %34 = icmp eq i64 %33, %1
  br i1 %34, label %4, label %24
}

define void @append(ptr nocapture noundef %0, ptr nocapture noundef readonly %1, i64 noundef %2) local_unnamed_addr #1 {
  %4 = load ptr, ptr %0, align 8
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %6 = load i64, ptr %5, align 8
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %8 = load i64, ptr %7, align 8
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %10 = load i64, ptr %9, align 8
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %12 = load i64, ptr %11, align 8
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %14 = load i64, ptr %13, align 8
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %16 = load ptr, ptr %15, align 8
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %18 = load ptr, ptr %17, align 8
  %19 = getelementptr inbounds nuw i8, ptr %0, i64 96
  %20 = load i64, ptr %19, align 8
  %21 = icmp eq i64 %2, 0
  br i1 %21, label %44, label %22

22:
  %23 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %24 = load i64, ptr %23, align 8
  %25 = mul i64 %20, %24
  %26 = load i64, ptr @WORDS, align 8
  %27 = add i64 %26, 1
  %28 = load i64, ptr @KEY, align 8
  %29 = getelementptr inbounds nuw i64, ptr %4, i64 %28
  %30 = sub i64 %8, %10
  %31 = icmp eq i64 %8, %10
  %32 = sub i64 64, %30
  %33 = lshr i64 -1, %32
  %34 = select i1 %31, i64 0, i64 %33
  %35 = add i64 %8, -64
  %36 = sub i64 %35, %10
  %37 = icmp eq i64 %26, 0
  %38 = icmp eq i64 %14, 0
  %39 = sub i64 64, %14
  %40 = lshr i64 -1, %39
  %41 = icmp ult i64 %30, 64
  br label %47

42:
  %43 = load i64, ptr %19, align 8
  br label %44

44:
  %45 = phi i64 [ %43, %42 ], [ %20, %3 ]
  %46 = add i64 %45, %2
  store i64 %46, ptr %19, align 8
  ret void

47:
  %48 = phi i64 [ %25, %22 ], [ %107, %106 ]
  %49 = phi i64 [ 0, %22 ], [ %116, %106 ]
  %50 = mul i64 %27, %49
  %51 = getelementptr inbounds nuw i64, ptr %1, i64 %50
  %52 = load i64, ptr %29, align 8
  %53 = sub i64 64, %52
  %54 = add i64 %53, %10
  %55 = icmp eq i64 %8, %54
  br i1 %55, label %81, label %56

56:
  %57 = sub i64 %8, %54
  %58 = icmp ult i64 %53, 64
  %59 = load i64, ptr %51, align 8
  %60 = sub i64 %59, %6
  %61 = and i64 %60, %34
  %62 = lshr i64 %61, %53
  %63 = select i1 %58, i64 %62, i64 0
  %64 = and i64 %48, 63
  %65 = sub i64 64, %57
  %66 = lshr i64 -1, %65
  %67 = and i64 %63, %66
  %68 = shl i64 %67, %64
  %69 = lshr i64 %48, 6
  %70 = getelementptr inbounds nuw i64, ptr %18, i64 %69
  %71 = load i64, ptr %70, align 8
  %72 = or i64 %68, %71
  store i64 %72, ptr %70, align 8
  %73 = add i64 %57, %64
  %74 = icmp ugt i64 %73, 64
  br i1 %74, label %75, label %81

75:
  %76 = sub nuw nsw i64 64, %64
  %77 = lshr i64 %67, %76
  %78 = getelementptr inbounds nuw i8, ptr %70, i64 8
  %79 = load i64, ptr %78, align 8
  %80 = or i64 %79, %77
  store i64 %80, ptr %78, align 8
  br label %81

81:
  %82 = load i64, ptr %29, align 8
  %83 = add i64 %36, %48
  %84 = add i64 %83, %82
  br i1 %37, label %85, label %118

85:
  %86 = phi i64 [ %84, %81 ], [ %152, %151 ]
  br i1 %38, label %106, label %87

87:
  %88 = getelementptr inbounds nuw i64, ptr %51, i64 %26
  %89 = load i64, ptr %88, align 8
  %90 = sub i64 %89, %12
  %91 = and i64 %86, 63
  %92 = and i64 %90, %40
  %93 = shl i64 %92, %91
  %94 = lshr i64 %86, 6
  %95 = getelementptr inbounds nuw i64, ptr %18, i64 %94
  %96 = load i64, ptr %95, align 8
  %97 = or i64 %93, %96
  store i64 %97, ptr %95, align 8
  %98 = add i64 %91, %14
  %99 = icmp ugt i64 %98, 64
  br i1 %99, label %100, label %106

100:
  %101 = sub nuw nsw i64 64, %91
  %102 = lshr i64 %92, %101
  %103 = getelementptr inbounds nuw i8, ptr %95, i64 8
  %104 = load i64, ptr %103, align 8
  %105 = or i64 %104, %102
  store i64 %105, ptr %103, align 8
  br label %106

106:
  %107 = add i64 %86, %14
  %108 = add i64 %49, %20
  %109 = trunc i64 %108 to i32
  %110 = add i32 %109, 1
  %111 = load i64, ptr %51, align 8
  %112 = sub i64 %111, %6
  %113 = lshr i64 %112, %30
  %114 = select i1 %41, i64 %113, i64 0
  %115 = getelementptr inbounds nuw i32, ptr %16, i64 %114
  store i32 %110, ptr %115, align 4
  %116 = add nuw i64 %49, 1
  %117 = icmp eq i64 %116, %2
  br i1 %117, label %42, label %47

118:
  %119 = phi i64 [ %153, %151 ], [ 1, %81 ]
  %120 = phi i64 [ %154, %151 ], [ 0, %81 ]
  %121 = phi i64 [ %152, %151 ], [ %84, %81 ]
  %122 = icmp eq i64 %120, %28
  br i1 %122, label %151, label %123

123:
  %124 = getelementptr inbounds nuw i64, ptr %4, i64 %120
  %125 = load i64, ptr %124, align 8
  %126 = add i64 %119, 1
  %127 = icmp eq i64 %125, 0
  br i1 %127, label %148, label %128

128:
  %129 = getelementptr inbounds nuw i64, ptr %51, i64 %119
  %130 = load i64, ptr %129, align 8
  %131 = and i64 %121, 63
  %132 = sub i64 64, %125
  %133 = lshr i64 -1, %132
  %134 = and i64 %130, %133
  %135 = shl i64 %134, %131
  %136 = lshr i64 %121, 6
  %137 = getelementptr inbounds nuw i64, ptr %18, i64 %136
  %138 = load i64, ptr %137, align 8
  %139 = or i64 %135, %138
  store i64 %139, ptr %137, align 8
  %140 = add i64 %125, %131
  %141 = icmp ugt i64 %140, 64
  br i1 %141, label %142, label %148

142:
  %143 = sub nuw nsw i64 64, %131
  %144 = lshr i64 %134, %143
  %145 = getelementptr inbounds nuw i8, ptr %137, i64 8
  %146 = load i64, ptr %145, align 8
  %147 = or i64 %146, %144
  store i64 %147, ptr %145, align 8
  br label %148

148:
  %149 = load i64, ptr %124, align 8
  %150 = add i64 %149, %121
  br label %151

151:
  %152 = phi i64 [ %121, %118 ], [ %150, %148 ]
  %153 = phi i64 [ %119, %118 ], [ %126, %148 ]
  %154 = add nuw i64 %120, 1
  %155 = icmp eq i64 %154, %26
  br i1 %155, label %85, label %118
}

define void @seal(ptr nocapture noundef readonly %0) local_unnamed_addr #1 {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 64
  br label %15

4:
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %6 = load i64, ptr %5, align 8
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %8 = load i64, ptr %7, align 8
  %9 = mul i64 %8, %6
  %10 = add i64 %9, 63
  %11 = lshr i64 %10, 6
  %12 = add nuw nsw i64 %11, 1
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 80
  br label %27

15:
  %16 = phi i32 [ 0, %1 ], [ %21, %15 ]
  %17 = phi i64 [ 0, %1 ], [ %22, %15 ]
  %18 = load ptr, ptr %3, align 8
  %19 = getelementptr inbounds nuw i32, ptr %18, i64 %17
  %20 = load i32, ptr %19, align 4
  %21 = tail call i32 @llvm.umax.i32(i32 %20, i32 %16)
  store i32 %21, ptr %19, align 4
  %22 = add i64 %17, 1
  %23 = load i64, ptr %2, align 8
  %24 = lshr i64 %22, %23
  %25 = icmp eq i64 %24, 0
  br i1 %25, label %15, label %4

26:
  ret void

27:
  %28 = phi i64 [ 0, %4 ], [ %65, %44 ]
  %29 = load ptr, ptr %13, align 8
  %30 = getelementptr inbounds nuw i64, ptr %29, i64 %28
  %31 = sub nuw nsw i64 %12, %28
  %32 = tail call i64 @llvm.umin.i64(i64 %31, i64 512)
  br label %33

33:
  %34 = phi i64 [ %42, %33 ], [ 0, %27 ]
  %35 = phi i64 [ %41, %33 ], [ %32, %27 ]
  %36 = phi i64 [ %40, %33 ], [ 1, %27 ]
  %37 = getelementptr inbounds nuw i64, ptr %30, i64 %34
  %38 = load i64, ptr %37, align 8
  %39 = mul i64 %38, -7046029254386353131
  %40 = add i64 %39, %36
  %41 = add i64 %40, %35
  %42 = add nuw i64 %34, 1
  %43 = icmp eq i64 %42, %32
  br i1 %43, label %44, label %33

44:
  %45 = lshr i64 %40, 32
  %46 = xor i64 %45, %40
  %47 = mul i64 %46, -7046029254386353131
  %48 = lshr i64 %47, 32
  %49 = xor i64 %48, %47
  %50 = mul i64 %49, -4417276706812531889
  %51 = lshr i64 %50, 32
  %52 = xor i64 %51, %50
  %53 = add i64 %52, %41
  %54 = lshr i64 %53, 32
  %55 = xor i64 %54, %53
  %56 = mul i64 %55, -7046029254386353131
  %57 = lshr i64 %56, 32
  %58 = xor i64 %57, %56
  %59 = mul i64 %58, -4417276706812531889
  %60 = lshr i64 %59, 32
  %61 = xor i64 %60, %59
  %62 = load ptr, ptr %14, align 8
  %63 = lshr exact i64 %28, 6
  %64 = getelementptr inbounds nuw i8, ptr %62, i64 %63
  store i64 %61, ptr %64, align 8
  %65 = add nuw nsw i64 %28, 512
  %66 = icmp samesign ugt i64 %65, %11
  br i1 %66, label %26, label %27
}

define range(i64 0, 2) i64 @scatter(ptr noundef %0, i64 noundef %1, i64 noundef %2, ptr nocapture noundef readonly %3) local_unnamed_addr #1 {
  %5 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %6 = load i64, ptr %5, align 8
  %7 = getelementptr inbounds nuw i8, ptr %3, i64 16
  %8 = load i64, ptr %7, align 8
  %9 = getelementptr inbounds nuw i8, ptr %3, i64 32
  %10 = load i64, ptr %9, align 8
  %11 = getelementptr inbounds nuw i8, ptr %3, i64 40
  %12 = load ptr, ptr %11, align 8
  %13 = getelementptr inbounds nuw i8, ptr %3, i64 48
  %14 = load ptr, ptr %13, align 8
  %15 = getelementptr inbounds nuw %struct.run, ptr %0, i64 %1
  %16 = icmp eq i64 %1, 0
  br i1 %16, label %266, label %17

17:
  %18 = load i64, ptr @KEY, align 8
  %19 = icmp ult i64 %8, 64
  %20 = load i64, ptr @WORDS, align 8
  %21 = add i64 %20, 1
  %22 = icmp eq i64 %20, 0
  br label %23

23:
  %24 = phi ptr [ %0, %17 ], [ %264, %261 ]
  %25 = load ptr, ptr %24, align 8
  %26 = getelementptr inbounds nuw i8, ptr %24, i64 8
  %27 = load i64, ptr %26, align 8
  %28 = getelementptr inbounds nuw i8, ptr %24, i64 16
  %29 = load i64, ptr %28, align 8
  %30 = getelementptr inbounds nuw i8, ptr %24, i64 24
  %31 = load i64, ptr %30, align 8
  %32 = getelementptr inbounds nuw i8, ptr %24, i64 32
  %33 = load i64, ptr %32, align 8
  %34 = getelementptr inbounds nuw i8, ptr %24, i64 40
  %35 = load i64, ptr %34, align 8
  %36 = getelementptr inbounds nuw i8, ptr %24, i64 48
  %37 = load i64, ptr %36, align 8
  %38 = getelementptr inbounds nuw i8, ptr %24, i64 56
  %39 = load i64, ptr %38, align 8
  %40 = getelementptr inbounds nuw i8, ptr %24, i64 64
  %41 = load ptr, ptr %40, align 8
  %42 = getelementptr inbounds nuw i8, ptr %24, i64 72
  %43 = load ptr, ptr %42, align 8
  %44 = getelementptr inbounds nuw i8, ptr %24, i64 80
  %45 = getelementptr inbounds nuw i8, ptr %24, i64 96
  %46 = load i64, ptr %45, align 8
  %47 = getelementptr inbounds nuw i8, ptr %24, i64 104
  %48 = load i64, ptr %47, align 8
  %49 = icmp ult i64 %46, %39
  br i1 %49, label %50, label %261

50:
  %51 = getelementptr inbounds nuw i8, ptr %24, i64 88
  %52 = sub i64 %29, %31
  %53 = icmp ult i64 %52, 64
  %54 = getelementptr inbounds nuw i64, ptr %25, i64 %18
  %55 = add i64 %29, -64
  %56 = sub i64 %55, %31
  %57 = icmp eq i64 %35, 0
  %58 = sub i64 64, %35
  %59 = lshr i64 -1, %58
  br label %60

60:
  %61 = phi i64 [ -1, %50 ], [ %65, %255 ]
  %62 = phi i64 [ %48, %50 ], [ %65, %255 ]
  %63 = phi i64 [ %46, %50 ], [ %259, %255 ]
  br label %64

64:
  %65 = phi i64 [ %70, %64 ], [ %62, %60 ]
  %66 = getelementptr inbounds nuw i32, ptr %41, i64 %65
  %67 = load i32, ptr %66, align 4
  %68 = zext i32 %67 to i64
  %69 = icmp ult i64 %63, %68
  %70 = add i64 %65, 1
  br i1 %69, label %71, label %64

71:
  %72 = icmp eq i64 %65, %61
  br i1 %72, label %144, label %73

73:
  %74 = load i64, ptr %38, align 8
  %75 = load i64, ptr %36, align 8
  %76 = mul i64 %75, %74
  %77 = add i64 %76, 63
  %78 = lshr i64 %77, 6
  %79 = add nuw nsw i64 %78, 1
  %80 = mul i64 %75, %63
  %81 = lshr i64 %80, 15
  %82 = mul i64 %75, %68
  %83 = lshr i64 %82, 15
  %84 = icmp samesign ugt i64 %81, %83
  br i1 %84, label %144, label %85

85:
  %86 = phi i64 [ %137, %136 ], [ %75, %73 ]
  %87 = phi i64 [ %138, %136 ], [ %81, %73 ]
  %88 = load ptr, ptr %51, align 8
  %89 = getelementptr inbounds nuw i8, ptr %88, i64 %87
  %90 = load i8, ptr %89, align 1
  %91 = icmp eq i8 %90, 0
  br i1 %91, label %92, label %136

92:
  %93 = shl nuw nsw i64 %87, 9
  %94 = sub nsw i64 %79, %93
  %95 = tail call i64 @llvm.umin.i64(i64 %94, i64 512)
  %96 = load ptr, ptr %42, align 8
  %97 = getelementptr inbounds nuw i64, ptr %96, i64 %93
  %98 = icmp eq i64 %79, %93
  br i1 %98, label %110, label %99

99:
  %100 = phi i64 [ %108, %99 ], [ 0, %92 ]
  %101 = phi i64 [ %107, %99 ], [ %95, %92 ]
  %102 = phi i64 [ %106, %99 ], [ 1, %92 ]
  %103 = getelementptr inbounds nuw i64, ptr %97, i64 %100
  %104 = load i64, ptr %103, align 8
  %105 = mul i64 %104, -7046029254386353131
  %106 = add i64 %105, %102
  %107 = add i64 %106, %101
  %108 = add nuw i64 %100, 1
  %109 = icmp eq i64 %108, %95
  br i1 %109, label %110, label %99

110:
  %111 = phi i64 [ 1, %92 ], [ %106, %99 ]
  %112 = phi i64 [ 0, %92 ], [ %107, %99 ]
  %113 = lshr i64 %111, 32
  %114 = xor i64 %113, %111
  %115 = mul i64 %114, -7046029254386353131
  %116 = lshr i64 %115, 32
  %117 = xor i64 %116, %115
  %118 = mul i64 %117, -4417276706812531889
  %119 = lshr i64 %118, 32
  %120 = xor i64 %119, %118
  %121 = add i64 %120, %112
  %122 = lshr i64 %121, 32
  %123 = xor i64 %122, %121
  %124 = mul i64 %123, -7046029254386353131
  %125 = lshr i64 %124, 32
  %126 = xor i64 %125, %124
  %127 = mul i64 %126, -4417276706812531889
  %128 = lshr i64 %127, 32
  %129 = xor i64 %128, %127
  %130 = load ptr, ptr %44, align 8
  %131 = getelementptr inbounds nuw i64, ptr %130, i64 %87
  %132 = load i64, ptr %131, align 8
  %133 = icmp eq i64 %129, %132
  br i1 %133, label %134, label %142

134:
  store i8 1, ptr %89, align 1
  %135 = load i64, ptr %36, align 8
  br label %136

136:
  %137 = phi i64 [ %135, %134 ], [ %86, %85 ]
  %138 = add nuw nsw i64 %87, 1
  %139 = mul i64 %137, %68
  %140 = lshr i64 %139, 15
  %141 = icmp samesign ult i64 %87, %140
  br i1 %141, label %85, label %144

142:
  %143 = getelementptr inbounds nuw i8, ptr %24, i64 112
  store i64 1, ptr %143, align 8
  br label %266

144:
  %145 = mul i64 %63, %37
  %146 = shl i64 %65, %52
  %147 = select i1 %53, i64 %146, i64 0
  %148 = add i64 %147, %27
  %149 = load i64, ptr %54, align 8
  %150 = sub i64 64, %149
  %151 = add i64 %150, %31
  %152 = sub i64 %29, %151
  %153 = icmp eq i64 %29, %151
  br i1 %153, label %173, label %154

154:
  %155 = and i64 %145, 63
  %156 = lshr i64 %145, 6
  %157 = getelementptr inbounds nuw i64, ptr %43, i64 %156
  %158 = load i64, ptr %157, align 8
  %159 = lshr i64 %158, %155
  %160 = add i64 %152, %155
  %161 = icmp ugt i64 %160, 64
  br i1 %161, label %162, label %168

162:
  %163 = getelementptr inbounds nuw i8, ptr %157, i64 8
  %164 = load i64, ptr %163, align 8
  %165 = sub nuw nsw i64 64, %155
  %166 = shl i64 %164, %165
  %167 = or disjoint i64 %166, %159
  br label %168

168:
  %169 = phi i64 [ %167, %162 ], [ %159, %154 ]
  %170 = sub i64 64, %152
  %171 = lshr i64 -1, %170
  %172 = and i64 %169, %171
  br label %173

173:
  %174 = phi i64 [ %172, %168 ], [ 0, %144 ]
  %175 = icmp ult i64 %150, 64
  %176 = shl i64 %174, %150
  %177 = select i1 %175, i64 %176, i64 0
  %178 = add i64 %148, %177
  %179 = icmp ugt i64 %178, %2
  br i1 %179, label %261, label %180

180:
  %181 = sub i64 %178, %6
  %182 = lshr i64 %181, %8
  %183 = select i1 %19, i64 %182, i64 0
  %184 = getelementptr inbounds nuw i64, ptr %14, i64 %183
  %185 = load i64, ptr %184, align 8
  %186 = icmp eq i64 %185, %10
  br i1 %186, label %187, label %188

187:
  store i64 %63, ptr %45, align 8
  store i64 %65, ptr %47, align 8
  br label %266

188:
  %189 = mul i64 %183, %10
  %190 = add i64 %185, 1
  store i64 %190, ptr %184, align 8
  %191 = add i64 %185, %189
  %192 = mul i64 %21, %191
  %193 = getelementptr inbounds nuw i64, ptr %12, i64 %192
  store i64 %178, ptr %193, align 8
  %194 = load i64, ptr %54, align 8
  %195 = add i64 %56, %145
  %196 = add i64 %195, %194
  br i1 %22, label %236, label %197

197:
  %198 = phi i64 [ %233, %231 ], [ 1, %188 ]
  %199 = phi i64 [ %234, %231 ], [ 0, %188 ]
  %200 = phi i64 [ %232, %231 ], [ %196, %188 ]
  %201 = icmp eq i64 %199, %18
  br i1 %201, label %231, label %202

202:
  %203 = getelementptr inbounds nuw i64, ptr %25, i64 %199
  %204 = load i64, ptr %203, align 8
  %205 = icmp eq i64 %204, 0
  br i1 %205, label %225, label %206

206:
  %207 = and i64 %200, 63
  %208 = lshr i64 %200, 6
  %209 = getelementptr inbounds nuw i64, ptr %43, i64 %208
  %210 = load i64, ptr %209, align 8
  %211 = lshr i64 %210, %207
  %212 = add i64 %204, %207
  %213 = icmp ugt i64 %212, 64
  br i1 %213, label %214, label %220

214:
  %215 = getelementptr inbounds nuw i8, ptr %209, i64 8
  %216 = load i64, ptr %215, align 8
  %217 = sub nuw nsw i64 64, %207
  %218 = shl i64 %216, %217
  %219 = or disjoint i64 %218, %211
  br label %220

220:
  %221 = phi i64 [ %219, %214 ], [ %211, %206 ]
  %222 = sub i64 64, %204
  %223 = lshr i64 -1, %222
  %224 = and i64 %221, %223
  br label %225

225:
  %226 = phi i64 [ %224, %220 ], [ 0, %202 ]
  %227 = add i64 %198, 1
  %228 = getelementptr inbounds nuw i64, ptr %193, i64 %198
  store i64 %226, ptr %228, align 8
  %229 = load i64, ptr %203, align 8
  %230 = add i64 %229, %200
  br label %231

231:
  %232 = phi i64 [ %200, %197 ], [ %230, %225 ]
  %233 = phi i64 [ %198, %197 ], [ %227, %225 ]
  %234 = add nuw i64 %199, 1
  %235 = icmp eq i64 %234, %20
  br i1 %235, label %236, label %197

236:
  %237 = phi i64 [ %196, %188 ], [ %232, %231 ]
  br i1 %57, label %255, label %238

238:
  %239 = and i64 %237, 63
  %240 = lshr i64 %237, 6
  %241 = getelementptr inbounds nuw i64, ptr %43, i64 %240
  %242 = load i64, ptr %241, align 8
  %243 = lshr i64 %242, %239
  %244 = add i64 %239, %35
  %245 = icmp ugt i64 %244, 64
  br i1 %245, label %246, label %252

246:
  %247 = getelementptr inbounds nuw i8, ptr %241, i64 8
  %248 = load i64, ptr %247, align 8
  %249 = sub nuw nsw i64 64, %239
  %250 = shl i64 %248, %249
  %251 = or disjoint i64 %250, %243
  br label %252

252:
  %253 = phi i64 [ %251, %246 ], [ %243, %238 ]
  %254 = and i64 %253, %59
  br label %255

255:
  %256 = phi i64 [ %254, %252 ], [ 0, %236 ]
  %257 = add i64 %256, %33
  %258 = getelementptr inbounds nuw i64, ptr %193, i64 %20
  store i64 %257, ptr %258, align 8
  %259 = add i64 %63, 1
  %260 = icmp eq i64 %259, %39
  br i1 %260, label %261, label %60

261:
  %262 = phi i64 [ %46, %23 ], [ %39, %255 ], [ %63, %173 ]
  %263 = phi i64 [ %48, %23 ], [ %65, %255 ], [ %65, %173 ]
  store i64 %262, ptr %45, align 8
  store i64 %263, ptr %47, align 8
  %264 = getelementptr inbounds nuw i8, ptr %24, i64 120
  %265 = icmp ult ptr %264, %15
  br i1 %265, label %23, label %266

266:
  %267 = phi i64 [ 0, %142 ], [ 1, %187 ], [ 0, %4 ], [ 0, %261 ]
  ret i64 %267
}

define i64 @collect(ptr noundef %0, i64 noundef %1, i64 noundef %2, ptr nocapture noundef writeonly %3, i64 noundef %4, i64 noundef %5) local_unnamed_addr #1 {
  %7 = getelementptr inbounds nuw %struct.run, ptr %0, i64 %1
  %8 = icmp eq i64 %1, 0
  br i1 %8, label %254, label %9

9:
  %10 = load i64, ptr @KEY, align 8
  %11 = load i64, ptr @WORDS, align 8
  %12 = add i64 %11, 1
  %13 = icmp eq i64 %11, 0
  br label %14

14:
  %15 = phi ptr [ %0, %9 ], [ %252, %248 ]
  %16 = phi i64 [ %4, %9 ], [ %249, %248 ]
  %17 = load ptr, ptr %15, align 8
  %18 = getelementptr inbounds nuw i8, ptr %15, i64 8
  %19 = load i64, ptr %18, align 8
  %20 = getelementptr inbounds nuw i8, ptr %15, i64 16
  %21 = load i64, ptr %20, align 8
  %22 = getelementptr inbounds nuw i8, ptr %15, i64 24
  %23 = load i64, ptr %22, align 8
  %24 = getelementptr inbounds nuw i8, ptr %15, i64 32
  %25 = load i64, ptr %24, align 8
  %26 = getelementptr inbounds nuw i8, ptr %15, i64 40
  %27 = load i64, ptr %26, align 8
  %28 = getelementptr inbounds nuw i8, ptr %15, i64 48
  %29 = load i64, ptr %28, align 8
  %30 = getelementptr inbounds nuw i8, ptr %15, i64 56
  %31 = load i64, ptr %30, align 8
  %32 = getelementptr inbounds nuw i8, ptr %15, i64 64
  %33 = load ptr, ptr %32, align 8
  %34 = getelementptr inbounds nuw i8, ptr %15, i64 72
  %35 = load ptr, ptr %34, align 8
  %36 = getelementptr inbounds nuw i8, ptr %15, i64 80
  %37 = getelementptr inbounds nuw i8, ptr %15, i64 96
  %38 = load i64, ptr %37, align 8
  %39 = getelementptr inbounds nuw i8, ptr %15, i64 104
  %40 = load i64, ptr %39, align 8
  %41 = icmp ult i64 %38, %31
  %42 = icmp ult i64 %16, %5
  %43 = select i1 %41, i1 %42, i1 false
  br i1 %43, label %44, label %248

44:
  %45 = getelementptr inbounds nuw i8, ptr %15, i64 88
  %46 = sub i64 %21, %23
  %47 = icmp ult i64 %46, 64
  %48 = getelementptr inbounds nuw i64, ptr %17, i64 %10
  %49 = add i64 %21, -64
  %50 = sub i64 %49, %23
  %51 = icmp eq i64 %27, 0
  %52 = sub i64 64, %27
  %53 = lshr i64 -1, %52
  br label %54

54:
  %55 = phi i64 [ -1, %44 ], [ %60, %241 ]
  %56 = phi i64 [ %40, %44 ], [ %60, %241 ]
  %57 = phi i64 [ %38, %44 ], [ %176, %241 ]
  %58 = phi i64 [ %16, %44 ], [ %177, %241 ]
  br label %59

59:
  %60 = phi i64 [ %65, %59 ], [ %56, %54 ]
  %61 = getelementptr inbounds nuw i32, ptr %33, i64 %60
  %62 = load i32, ptr %61, align 4
  %63 = zext i32 %62 to i64
  %64 = icmp ult i64 %57, %63
  %65 = add i64 %60, 1
  br i1 %64, label %66, label %59

66:
  %67 = icmp eq i64 %60, %55
  br i1 %67, label %139, label %68

68:
  %69 = load i64, ptr %30, align 8
  %70 = load i64, ptr %28, align 8
  %71 = mul i64 %70, %69
  %72 = add i64 %71, 63
  %73 = lshr i64 %72, 6
  %74 = add nuw nsw i64 %73, 1
  %75 = mul i64 %70, %57
  %76 = lshr i64 %75, 15
  %77 = mul i64 %70, %63
  %78 = lshr i64 %77, 15
  %79 = icmp samesign ugt i64 %76, %78
  br i1 %79, label %139, label %80

80:
  %81 = phi i64 [ %132, %131 ], [ %70, %68 ]
  %82 = phi i64 [ %133, %131 ], [ %76, %68 ]
  %83 = load ptr, ptr %45, align 8
  %84 = getelementptr inbounds nuw i8, ptr %83, i64 %82
  %85 = load i8, ptr %84, align 1
  %86 = icmp eq i8 %85, 0
  br i1 %86, label %87, label %131

87:
  %88 = shl nuw nsw i64 %82, 9
  %89 = sub nsw i64 %74, %88
  %90 = tail call i64 @llvm.umin.i64(i64 %89, i64 512)
  %91 = load ptr, ptr %34, align 8
  %92 = getelementptr inbounds nuw i64, ptr %91, i64 %88
  %93 = icmp eq i64 %74, %88
  br i1 %93, label %105, label %94

94:
  %95 = phi i64 [ %103, %94 ], [ 0, %87 ]
  %96 = phi i64 [ %102, %94 ], [ %90, %87 ]
  %97 = phi i64 [ %101, %94 ], [ 1, %87 ]
  %98 = getelementptr inbounds nuw i64, ptr %92, i64 %95
  %99 = load i64, ptr %98, align 8
  %100 = mul i64 %99, -7046029254386353131
  %101 = add i64 %100, %97
  %102 = add i64 %101, %96
  %103 = add nuw i64 %95, 1
  %104 = icmp eq i64 %103, %90
  br i1 %104, label %105, label %94

105:
  %106 = phi i64 [ 1, %87 ], [ %101, %94 ]
  %107 = phi i64 [ 0, %87 ], [ %102, %94 ]
  %108 = lshr i64 %106, 32
  %109 = xor i64 %108, %106
  %110 = mul i64 %109, -7046029254386353131
  %111 = lshr i64 %110, 32
  %112 = xor i64 %111, %110
  %113 = mul i64 %112, -4417276706812531889
  %114 = lshr i64 %113, 32
  %115 = xor i64 %114, %113
  %116 = add i64 %115, %107
  %117 = lshr i64 %116, 32
  %118 = xor i64 %117, %116
  %119 = mul i64 %118, -7046029254386353131
  %120 = lshr i64 %119, 32
  %121 = xor i64 %120, %119
  %122 = mul i64 %121, -4417276706812531889
  %123 = lshr i64 %122, 32
  %124 = xor i64 %123, %122
  %125 = load ptr, ptr %36, align 8
  %126 = getelementptr inbounds nuw i64, ptr %125, i64 %82
  %127 = load i64, ptr %126, align 8
  %128 = icmp eq i64 %124, %127
  br i1 %128, label %129, label %137

129:
  store i8 1, ptr %84, align 1
  %130 = load i64, ptr %28, align 8
  br label %131

131:
  %132 = phi i64 [ %130, %129 ], [ %81, %80 ]
  %133 = add nuw nsw i64 %82, 1
  %134 = mul i64 %132, %63
  %135 = lshr i64 %134, 15
  %136 = icmp samesign ult i64 %82, %135
  br i1 %136, label %80, label %139

137:
  %138 = getelementptr inbounds nuw i8, ptr %15, i64 112
  store i64 1, ptr %138, align 8
  br label %254

139:
  %140 = mul i64 %57, %29
  %141 = shl i64 %60, %46
  %142 = select i1 %47, i64 %141, i64 0
  %143 = add i64 %142, %19
  %144 = load i64, ptr %48, align 8
  %145 = sub i64 64, %144
  %146 = add i64 %145, %23
  %147 = sub i64 %21, %146
  %148 = icmp eq i64 %21, %146
  br i1 %148, label %168, label %149

149:
  %150 = and i64 %140, 63
  %151 = lshr i64 %140, 6
  %152 = getelementptr inbounds nuw i64, ptr %35, i64 %151
  %153 = load i64, ptr %152, align 8
  %154 = lshr i64 %153, %150
  %155 = add i64 %147, %150
  %156 = icmp ugt i64 %155, 64
  br i1 %156, label %157, label %163

157:
  %158 = getelementptr inbounds nuw i8, ptr %152, i64 8
  %159 = load i64, ptr %158, align 8
  %160 = sub nuw nsw i64 64, %150
  %161 = shl i64 %159, %160
  %162 = or disjoint i64 %161, %154
  br label %163

163:
  %164 = phi i64 [ %162, %157 ], [ %154, %149 ]
  %165 = sub i64 64, %147
  %166 = lshr i64 -1, %165
  %167 = and i64 %164, %166
  br label %168

168:
  %169 = phi i64 [ %167, %163 ], [ 0, %139 ]
  %170 = icmp ult i64 %145, 64
  %171 = shl i64 %169, %145
  %172 = select i1 %170, i64 %171, i64 0
  %173 = add i64 %143, %172
  %174 = icmp ugt i64 %173, %2
  br i1 %174, label %248, label %175

175:
  %176 = add nuw nsw i64 %57, 1
  %177 = add nuw i64 %58, 1
  %178 = mul i64 %12, %58
  %179 = getelementptr inbounds nuw i64, ptr %3, i64 %178
  store i64 %173, ptr %179, align 8
  %180 = load i64, ptr %48, align 8
  %181 = add i64 %50, %140
  %182 = add i64 %181, %180
  br i1 %13, label %222, label %183

183:
  %184 = phi i64 [ %219, %217 ], [ 1, %175 ]
  %185 = phi i64 [ %220, %217 ], [ 0, %175 ]
  %186 = phi i64 [ %218, %217 ], [ %182, %175 ]
  %187 = icmp eq i64 %185, %10
  br i1 %187, label %217, label %188

188:
  %189 = getelementptr inbounds nuw i64, ptr %17, i64 %185
  %190 = load i64, ptr %189, align 8
  %191 = icmp eq i64 %190, 0
  br i1 %191, label %211, label %192

192:
  %193 = and i64 %186, 63
  %194 = lshr i64 %186, 6
  %195 = getelementptr inbounds nuw i64, ptr %35, i64 %194
  %196 = load i64, ptr %195, align 8
  %197 = lshr i64 %196, %193
  %198 = add i64 %190, %193
  %199 = icmp ugt i64 %198, 64
  br i1 %199, label %200, label %206

200:
  %201 = getelementptr inbounds nuw i8, ptr %195, i64 8
  %202 = load i64, ptr %201, align 8
  %203 = sub nuw nsw i64 64, %193
  %204 = shl i64 %202, %203
  %205 = or disjoint i64 %204, %197
  br label %206

206:
  %207 = phi i64 [ %205, %200 ], [ %197, %192 ]
  %208 = sub i64 64, %190
  %209 = lshr i64 -1, %208
  %210 = and i64 %207, %209
  br label %211

211:
  %212 = phi i64 [ %210, %206 ], [ 0, %188 ]
  %213 = add i64 %184, 1
  %214 = getelementptr inbounds nuw i64, ptr %179, i64 %184
  store i64 %212, ptr %214, align 8
  %215 = load i64, ptr %189, align 8
  %216 = add i64 %215, %186
  br label %217

217:
  %218 = phi i64 [ %186, %183 ], [ %216, %211 ]
  %219 = phi i64 [ %184, %183 ], [ %213, %211 ]
  %220 = add nuw i64 %185, 1
  %221 = icmp eq i64 %220, %11
  br i1 %221, label %222, label %183

222:
  %223 = phi i64 [ %182, %175 ], [ %218, %217 ]
  br i1 %51, label %241, label %224

224:
  %225 = and i64 %223, 63
  %226 = lshr i64 %223, 6
  %227 = getelementptr inbounds nuw i64, ptr %35, i64 %226
  %228 = load i64, ptr %227, align 8
  %229 = lshr i64 %228, %225
  %230 = add i64 %225, %27
  %231 = icmp ugt i64 %230, 64
  br i1 %231, label %232, label %238

232:
  %233 = getelementptr inbounds nuw i8, ptr %227, i64 8
  %234 = load i64, ptr %233, align 8
  %235 = sub nuw nsw i64 64, %225
  %236 = shl i64 %234, %235
  %237 = or disjoint i64 %236, %229
  br label %238

238:
  %239 = phi i64 [ %237, %232 ], [ %229, %224 ]
  %240 = and i64 %239, %53
  br label %241

241:
  %242 = phi i64 [ %240, %238 ], [ 0, %222 ]
  %243 = add i64 %242, %25
  %244 = getelementptr inbounds nuw i64, ptr %179, i64 %11
  store i64 %243, ptr %244, align 8
  %245 = icmp ult i64 %176, %31
  %246 = icmp ult i64 %177, %5
  %247 = select i1 %245, i1 %246, i1 false
  br i1 %247, label %54, label %248

248:
  %249 = phi i64 [ %16, %14 ], [ %58, %168 ], [ %177, %241 ]
  %250 = phi i64 [ %38, %14 ], [ %57, %168 ], [ %176, %241 ]
  %251 = phi i64 [ %40, %14 ], [ %60, %168 ], [ %60, %241 ]
  store i64 %250, ptr %37, align 8
  store i64 %251, ptr %39, align 8
  %252 = getelementptr inbounds nuw i8, ptr %15, i64 120
  %253 = icmp ult ptr %252, %7
  br i1 %253, label %14, label %254

254:
  %255 = phi i64 [ %58, %137 ], [ %4, %6 ], [ %249, %248 ]
  ret i64 %255
}

define i64 @unseen(ptr nocapture noundef %0, ptr nocapture noundef %1, i64 noundef %2) local_unnamed_addr #1 {
  %4 = load ptr, ptr %0, align 8
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %6 = load i64, ptr %5, align 8
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %8 = load i64, ptr %7, align 8
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %10 = load i64, ptr %9, align 8
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %13 = load ptr, ptr %12, align 8
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %15 = load ptr, ptr %14, align 8
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %17 = getelementptr i8, ptr %13, i64 -4
  %18 = icmp eq i64 %2, 0
  br i1 %18, label %343, label %19

19:
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %21 = load i64, ptr %20, align 8
  %22 = load i64, ptr @WORDS, align 8
  %23 = add i64 %22, 1
  %24 = icmp ugt i64 %8, 63
  %25 = sub i64 %8, %21
  %26 = icmp ult i64 %25, 64
  %27 = icmp eq i64 %8, %21
  %28 = sub i64 64, %25
  %29 = lshr i64 -1, %28
  %30 = select i1 %27, i64 0, i64 %29
  %31 = load i64, ptr @KEY, align 8
  %32 = getelementptr inbounds nuw i64, ptr %4, i64 %31
  %33 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %34 = add i64 %8, -64
  %35 = sub i64 %34, %21
  %36 = icmp eq i64 %22, 0
  %37 = icmp eq i64 %23, 0
  br label %38

38:
  %39 = phi i64 [ 0, %19 ], [ %340, %339 ]
  %40 = phi i64 [ 0, %19 ], [ %341, %339 ]
  %41 = mul i64 %23, %40
  %42 = getelementptr inbounds nuw i64, ptr %1, i64 %41
  %43 = load i64, ptr %42, align 8
  %44 = sub i64 %43, %6
  %45 = lshr i64 %44, %8
  %46 = icmp eq i64 %45, 0
  %47 = select i1 %24, i1 true, i1 %46
  br i1 %47, label %48, label %328

48:
  %49 = lshr i64 %44, %25
  %50 = select i1 %26, i64 %49, i64 0
  %51 = and i64 %44, %30
  %52 = load i64, ptr %32, align 8
  %53 = sub i64 64, %52
  %54 = icmp ult i64 %53, 64
  %55 = lshr i64 %51, %53
  %56 = select i1 %54, i64 %55, i64 0
  %57 = icmp eq i64 %50, 0
  br i1 %57, label %62, label %58

58:
  %59 = getelementptr i32, ptr %17, i64 %50
  %60 = load i32, ptr %59, align 4
  %61 = zext i32 %60 to i64
  br label %62

62:
  %63 = phi i64 [ %61, %58 ], [ 0, %48 ]
  %64 = getelementptr inbounds nuw i32, ptr %13, i64 %50
  %65 = load i32, ptr %64, align 4
  %66 = zext i32 %65 to i64
  %67 = icmp samesign ult i64 %63, %66
  br i1 %67, label %68, label %328

68:
  %69 = load i64, ptr %11, align 8
  %70 = load i64, ptr %9, align 8
  %71 = mul i64 %70, %69
  %72 = add i64 %71, 63
  %73 = lshr i64 %72, 6
  %74 = add nuw nsw i64 %73, 1
  %75 = mul i64 %70, %63
  %76 = lshr i64 %75, 15
  %77 = mul i64 %70, %66
  %78 = lshr i64 %77, 15
  %79 = icmp samesign ugt i64 %76, %78
  br i1 %79, label %141, label %80

80:
  %81 = phi i64 [ %132, %131 ], [ %70, %68 ]
  %82 = phi i64 [ %133, %131 ], [ %76, %68 ]
  %83 = load ptr, ptr %33, align 8
  %84 = getelementptr inbounds nuw i8, ptr %83, i64 %82
  %85 = load i8, ptr %84, align 1
  %86 = icmp eq i8 %85, 0
  br i1 %86, label %87, label %131

87:
  %88 = shl nuw nsw i64 %82, 9
  %89 = sub nsw i64 %74, %88
  %90 = tail call i64 @llvm.umin.i64(i64 %89, i64 512)
  %91 = load ptr, ptr %14, align 8
  %92 = getelementptr inbounds nuw i64, ptr %91, i64 %88
  %93 = icmp eq i64 %74, %88
  br i1 %93, label %105, label %94

94:
  %95 = phi i64 [ %103, %94 ], [ 0, %87 ]
  %96 = phi i64 [ %102, %94 ], [ %90, %87 ]
  %97 = phi i64 [ %101, %94 ], [ 1, %87 ]
  %98 = getelementptr inbounds nuw i64, ptr %92, i64 %95
  %99 = load i64, ptr %98, align 8
  %100 = mul i64 %99, -7046029254386353131
  %101 = add i64 %100, %97
  %102 = add i64 %101, %96
  %103 = add nuw i64 %95, 1
  %104 = icmp eq i64 %103, %90
  br i1 %104, label %105, label %94

105:
  %106 = phi i64 [ 1, %87 ], [ %101, %94 ]
  %107 = phi i64 [ 0, %87 ], [ %102, %94 ]
  %108 = lshr i64 %106, 32
  %109 = xor i64 %108, %106
  %110 = mul i64 %109, -7046029254386353131
  %111 = lshr i64 %110, 32
  %112 = xor i64 %111, %110
  %113 = mul i64 %112, -4417276706812531889
  %114 = lshr i64 %113, 32
  %115 = xor i64 %114, %113
  %116 = add i64 %115, %107
  %117 = lshr i64 %116, 32
  %118 = xor i64 %117, %116
  %119 = mul i64 %118, -7046029254386353131
  %120 = lshr i64 %119, 32
  %121 = xor i64 %120, %119
  %122 = mul i64 %121, -4417276706812531889
  %123 = lshr i64 %122, 32
  %124 = xor i64 %123, %122
  %125 = load ptr, ptr %16, align 8
  %126 = getelementptr inbounds nuw i64, ptr %125, i64 %82
  %127 = load i64, ptr %126, align 8
  %128 = icmp eq i64 %124, %127
  br i1 %128, label %129, label %137

129:
  store i8 1, ptr %84, align 1
  %130 = load i64, ptr %9, align 8
  br label %131

131:
  %132 = phi i64 [ %130, %129 ], [ %81, %80 ]
  %133 = add nuw nsw i64 %82, 1
  %134 = mul i64 %132, %66
  %135 = lshr i64 %134, 15
  %136 = icmp samesign ult i64 %82, %135
  br i1 %136, label %80, label %139

137:
  %138 = getelementptr inbounds nuw i8, ptr %0, i64 112
  store i64 1, ptr %138, align 8
  br label %343

139:
  %140 = load i64, ptr %32, align 8
  br label %141

141:
  %142 = phi i64 [ %140, %139 ], [ %52, %68 ]
  %143 = add i64 %35, %142
  %144 = sub nsw i64 %66, %63
  %145 = icmp ugt i64 %144, 256
  br i1 %145, label %157, label %146

146:
  %147 = tail call i64 @llvm.usub.sat.i64(i64 %143, i64 32)
  %148 = lshr i64 %56, %147
  %149 = mul i64 %148, %144
  %150 = sub i64 %143, %147
  %151 = lshr i64 %149, %150
  %152 = add i64 %151, %63
  %153 = icmp eq i64 %143, 0
  %154 = sub i64 64, %143
  %155 = lshr i64 -1, %154
  %156 = tail call i64 @llvm.umin.i64(i64 %63, i64 %152)
  br label %192

157:
  %158 = icmp eq i64 %143, 0
  %159 = sub i64 64, %143
  %160 = lshr i64 -1, %159
  br label %161

161:
  %162 = phi i64 [ %66, %157 ], [ %190, %185 ]
  %163 = phi i64 [ %63, %157 ], [ %189, %185 ]
  %164 = sub nuw i64 %162, %163
  %165 = lshr i64 %164, 1
  %166 = add i64 %165, %163
  br i1 %158, label %185, label %167

167:
  %168 = mul i64 %166, %10
  %169 = and i64 %168, 63
  %170 = lshr i64 %168, 6
  %171 = getelementptr inbounds nuw i64, ptr %15, i64 %170
  %172 = load i64, ptr %171, align 8
  %173 = lshr i64 %172, %169
  %174 = add i64 %169, %143
  %175 = icmp ugt i64 %174, 64
  br i1 %175, label %176, label %182

176:
  %177 = getelementptr inbounds nuw i8, ptr %171, i64 8
  %178 = load i64, ptr %177, align 8
  %179 = sub nuw nsw i64 64, %169
  %180 = shl i64 %178, %179
  %181 = or disjoint i64 %180, %173
  br label %182

182:
  %183 = phi i64 [ %181, %176 ], [ %173, %167 ]
  %184 = and i64 %183, %160
  br label %185

185:
  %186 = phi i64 [ %184, %182 ], [ 0, %161 ]
  %187 = icmp ult i64 %186, %56
  %188 = add i64 %166, 1
  %189 = select i1 %187, i64 %188, i64 %163
  %190 = select i1 %187, i64 %162, i64 %166
  %191 = icmp ult i64 %189, %190
  br i1 %191, label %161, label %247

192:
  %193 = phi i64 [ %196, %215 ], [ %152, %146 ]
  %194 = icmp ugt i64 %193, %63
  br i1 %194, label %195, label %218

195:
  %196 = add i64 %193, -1
  br i1 %153, label %215, label %197

197:
  %198 = mul i64 %196, %10
  %199 = and i64 %198, 63
  %200 = lshr i64 %198, 6
  %201 = getelementptr inbounds nuw i64, ptr %15, i64 %200
  %202 = load i64, ptr %201, align 8
  %203 = lshr i64 %202, %199
  %204 = add i64 %199, %143
  %205 = icmp ugt i64 %204, 64
  br i1 %205, label %206, label %212

206:
  %207 = getelementptr inbounds nuw i8, ptr %201, i64 8
  %208 = load i64, ptr %207, align 8
  %209 = sub nuw nsw i64 64, %199
  %210 = shl i64 %208, %209
  %211 = or disjoint i64 %210, %203
  br label %212

212:
  %213 = phi i64 [ %211, %206 ], [ %203, %197 ]
  %214 = and i64 %213, %155
  br label %215

215:
  %216 = phi i64 [ %214, %212 ], [ 0, %195 ]
  %217 = icmp ult i64 %216, %56
  br i1 %217, label %218, label %192

218:
  %219 = phi i64 [ %193, %215 ], [ %156, %192 ]
  %220 = icmp ult i64 %219, %66
  br i1 %220, label %221, label %247

221:
  %222 = phi i64 [ %245, %244 ], [ %219, %218 ]
  br i1 %153, label %241, label %223

223:
  %224 = mul i64 %222, %10
  %225 = and i64 %224, 63
  %226 = lshr i64 %224, 6
  %227 = getelementptr inbounds nuw i64, ptr %15, i64 %226
  %228 = load i64, ptr %227, align 8
  %229 = lshr i64 %228, %225
  %230 = add i64 %225, %143
  %231 = icmp ugt i64 %230, 64
  br i1 %231, label %232, label %238

232:
  %233 = getelementptr inbounds nuw i8, ptr %227, i64 8
  %234 = load i64, ptr %233, align 8
  %235 = sub nuw nsw i64 64, %225
  %236 = shl i64 %234, %235
  %237 = or disjoint i64 %236, %229
  br label %238

238:
  %239 = phi i64 [ %237, %232 ], [ %229, %223 ]
  %240 = and i64 %239, %155
  br label %241

241:
  %242 = phi i64 [ %240, %238 ], [ 0, %221 ]
  %243 = icmp ult i64 %242, %56
  br i1 %243, label %244, label %247

244:
  %245 = add i64 %222, 1
  %246 = icmp eq i64 %245, %66
  br i1 %246, label %328, label %221

247:
  %248 = phi i64 [ %219, %218 ], [ %189, %185 ], [ %222, %241 ]
  %249 = icmp ult i64 %248, %66
  br i1 %249, label %250, label %328

250:
  %251 = icmp eq i64 %143, 0
  %252 = sub i64 64, %143
  %253 = lshr i64 -1, %252
  br label %257

254:
  %255 = add i64 %258, 1
  %256 = icmp eq i64 %255, %66
  br i1 %256, label %328, label %257

257:
  %258 = phi i64 [ %248, %250 ], [ %255, %254 ]
  %259 = mul i64 %258, %10
  br i1 %251, label %277, label %260

260:
  %261 = and i64 %259, 63
  %262 = lshr i64 %259, 6
  %263 = getelementptr inbounds nuw i64, ptr %15, i64 %262
  %264 = load i64, ptr %263, align 8
  %265 = lshr i64 %264, %261
  %266 = add i64 %261, %143
  %267 = icmp ugt i64 %266, 64
  br i1 %267, label %268, label %274

268:
  %269 = getelementptr inbounds nuw i8, ptr %263, i64 8
  %270 = load i64, ptr %269, align 8
  %271 = sub nuw nsw i64 64, %261
  %272 = shl i64 %270, %271
  %273 = or disjoint i64 %272, %265
  br label %274

274:
  %275 = phi i64 [ %273, %268 ], [ %265, %260 ]
  %276 = and i64 %275, %253
  br label %277

277:
  %278 = phi i64 [ %276, %274 ], [ 0, %257 ]
  %279 = icmp eq i64 %278, %56
  br i1 %279, label %280, label %328

280:
  br i1 %36, label %339, label %281

281:
  %282 = add i64 %259, %143
  br label %285

283:
  %284 = icmp eq i64 %324, 0
  br i1 %284, label %339, label %254

285:
  %286 = phi i64 [ %325, %322 ], [ 1, %281 ]
  %287 = phi i64 [ %326, %322 ], [ 0, %281 ]
  %288 = phi i64 [ %324, %322 ], [ 0, %281 ]
  %289 = phi i64 [ %323, %322 ], [ %282, %281 ]
  %290 = icmp eq i64 %287, %31
  br i1 %290, label %322, label %291

291:
  %292 = getelementptr inbounds nuw i64, ptr %4, i64 %287
  %293 = load i64, ptr %292, align 8
  %294 = icmp eq i64 %293, 0
  br i1 %294, label %314, label %295

295:
  %296 = and i64 %289, 63
  %297 = lshr i64 %289, 6
  %298 = getelementptr inbounds nuw i64, ptr %15, i64 %297
  %299 = load i64, ptr %298, align 8
  %300 = lshr i64 %299, %296
  %301 = add i64 %293, %296
  %302 = icmp ugt i64 %301, 64
  br i1 %302, label %303, label %309

303:
  %304 = getelementptr inbounds nuw i8, ptr %298, i64 8
  %305 = load i64, ptr %304, align 8
  %306 = sub nuw nsw i64 64, %296
  %307 = shl i64 %305, %306
  %308 = or disjoint i64 %307, %300
  br label %309

309:
  %310 = phi i64 [ %308, %303 ], [ %300, %295 ]
  %311 = sub i64 64, %293
  %312 = lshr i64 -1, %311
  %313 = and i64 %310, %312
  br label %314

314:
  %315 = phi i64 [ %313, %309 ], [ 0, %291 ]
  %316 = add i64 %286, 1
  %317 = getelementptr inbounds nuw i64, ptr %42, i64 %286
  %318 = load i64, ptr %317, align 8
  %319 = xor i64 %318, %315
  %320 = or i64 %319, %288
  %321 = add i64 %293, %289
  br label %322

322:
  %323 = phi i64 [ %289, %285 ], [ %321, %314 ]
  %324 = phi i64 [ %288, %285 ], [ %320, %314 ]
  %325 = phi i64 [ %286, %285 ], [ %316, %314 ]
  %326 = add nuw i64 %287, 1
  %327 = icmp eq i64 %326, %22
  br i1 %327, label %283, label %285

328:
  %329 = add i64 %39, 1
  %330 = mul i64 %23, %39
  %331 = getelementptr inbounds nuw i64, ptr %1, i64 %330
  br i1 %37, label %339, label %332

332:
  %333 = phi i64 [ %337, %332 ], [ 0, %328 ]
  %334 = getelementptr inbounds nuw i64, ptr %42, i64 %333
  %335 = load i64, ptr %334, align 8
  %336 = getelementptr inbounds nuw i64, ptr %331, i64 %333
  store i64 %335, ptr %336, align 8
  %337 = add nuw i64 %333, 1
  %338 = icmp eq i64 %333, %22
  br i1 %338, label %339, label %332

339:
  %340 = phi i64 [ %329, %328 ], [ %329, %332 ], [ %39, %283 ], [ %39, %280 ]
  %341 = add nuw i64 %40, 1
  %342 = icmp eq i64 %341, %2
  br i1 %342, label %343, label %38

343:
  %344 = phi i64 [ %39, %137 ], [ 0, %3 ], [ %340, %339 ]
  ret i64 %344
}

define void @seek(ptr nocapture noundef initializes((96, 112)) %0, i64 noundef %1) local_unnamed_addr #1 {
  %3 = load ptr, ptr %0, align 8
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %5 = load i64, ptr %4, align 8
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %7 = load i64, ptr %6, align 8
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %9 = load i64, ptr %8, align 8
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %11 = load i64, ptr %10, align 8
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %13 = load i64, ptr %12, align 8
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %15 = load ptr, ptr %14, align 8
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %17 = load ptr, ptr %16, align 8
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %19 = getelementptr inbounds nuw i8, ptr %0, i64 96
  store i64 0, ptr %19, align 8
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 104
  store i64 0, ptr %20, align 8
  %21 = icmp ugt i64 %1, %5
  br i1 %21, label %22, label %238

22:
  %23 = sub nuw i64 %1, %5
  %24 = icmp ugt i64 %7, 63
  %25 = lshr i64 %23, %7
  %26 = icmp eq i64 %25, 0
  %27 = select i1 %24, i1 true, i1 %26
  br i1 %27, label %29, label %28

28:
  store i64 %13, ptr %19, align 8
  br label %238

29:
  %30 = sub i64 %7, %9
  %31 = icmp ult i64 %30, 64
  %32 = lshr i64 %23, %30
  %33 = select i1 %31, i64 %32, i64 0
  %34 = icmp eq i64 %33, 0
  br i1 %34, label %40, label %35

35:
  %36 = getelementptr i32, ptr %15, i64 %33
  %37 = getelementptr i8, ptr %36, i64 -4
  %38 = load i32, ptr %37, align 4
  %39 = zext i32 %38 to i64
  br label %40

40:
  %41 = phi i64 [ %39, %35 ], [ 0, %29 ]
  %42 = getelementptr inbounds nuw i32, ptr %15, i64 %33
  %43 = load i32, ptr %42, align 4
  %44 = zext i32 %43 to i64
  %45 = icmp samesign ult i64 %41, %44
  br i1 %45, label %46, label %117

46:
  %47 = mul i64 %13, %11
  %48 = add i64 %47, 63
  %49 = lshr i64 %48, 6
  %50 = add nuw nsw i64 %49, 1
  %51 = mul i64 %41, %11
  %52 = lshr i64 %51, 15
  %53 = mul i64 %11, %44
  %54 = lshr i64 %53, 15
  %55 = icmp samesign ugt i64 %52, %54
  br i1 %55, label %117, label %56

56:
  %57 = getelementptr inbounds nuw i8, ptr %0, i64 88
  br label %58

58:
  %59 = phi i64 [ %11, %56 ], [ %110, %109 ]
  %60 = phi i64 [ %52, %56 ], [ %111, %109 ]
  %61 = load ptr, ptr %57, align 8
  %62 = getelementptr inbounds nuw i8, ptr %61, i64 %60
  %63 = load i8, ptr %62, align 1
  %64 = icmp eq i8 %63, 0
  br i1 %64, label %65, label %109

65:
  %66 = shl nuw nsw i64 %60, 9
  %67 = sub nsw i64 %50, %66
  %68 = tail call i64 @llvm.umin.i64(i64 %67, i64 512)
  %69 = load ptr, ptr %16, align 8
  %70 = getelementptr inbounds nuw i64, ptr %69, i64 %66
  %71 = icmp eq i64 %50, %66
  br i1 %71, label %83, label %72

72:
  %73 = phi i64 [ %81, %72 ], [ 0, %65 ]
  %74 = phi i64 [ %80, %72 ], [ %68, %65 ]
  %75 = phi i64 [ %79, %72 ], [ 1, %65 ]
  %76 = getelementptr inbounds nuw i64, ptr %70, i64 %73
  %77 = load i64, ptr %76, align 8
  %78 = mul i64 %77, -7046029254386353131
  %79 = add i64 %78, %75
  %80 = add i64 %79, %74
  %81 = add nuw i64 %73, 1
  %82 = icmp eq i64 %81, %68
  br i1 %82, label %83, label %72

83:
  %84 = phi i64 [ 1, %65 ], [ %79, %72 ]
  %85 = phi i64 [ 0, %65 ], [ %80, %72 ]
  %86 = lshr i64 %84, 32
  %87 = xor i64 %86, %84
  %88 = mul i64 %87, -7046029254386353131
  %89 = lshr i64 %88, 32
  %90 = xor i64 %89, %88
  %91 = mul i64 %90, -4417276706812531889
  %92 = lshr i64 %91, 32
  %93 = xor i64 %92, %91
  %94 = add i64 %93, %85
  %95 = lshr i64 %94, 32
  %96 = xor i64 %95, %94
  %97 = mul i64 %96, -7046029254386353131
  %98 = lshr i64 %97, 32
  %99 = xor i64 %98, %97
  %100 = mul i64 %99, -4417276706812531889
  %101 = lshr i64 %100, 32
  %102 = xor i64 %101, %100
  %103 = load ptr, ptr %18, align 8
  %104 = getelementptr inbounds nuw i64, ptr %103, i64 %60
  %105 = load i64, ptr %104, align 8
  %106 = icmp eq i64 %102, %105
  br i1 %106, label %107, label %115

107:
  store i8 1, ptr %62, align 1
  %108 = load i64, ptr %10, align 8
  br label %109

109:
  %110 = phi i64 [ %108, %107 ], [ %59, %58 ]
  %111 = add nuw nsw i64 %60, 1
  %112 = mul i64 %110, %44
  %113 = lshr i64 %112, 15
  %114 = icmp samesign ult i64 %60, %113
  br i1 %114, label %58, label %117

115:
  %116 = getelementptr inbounds nuw i8, ptr %0, i64 112
  store i64 1, ptr %116, align 8
  br label %238

117:
  store i64 %33, ptr %20, align 8
  %118 = icmp eq i64 %7, %9
  %119 = sub i64 64, %30
  %120 = lshr i64 -1, %119
  %121 = select i1 %118, i64 0, i64 %120
  %122 = and i64 %121, %23
  %123 = load i64, ptr @KEY, align 8
  %124 = getelementptr inbounds nuw i64, ptr %3, i64 %123
  %125 = load i64, ptr %124, align 8
  %126 = sub i64 64, %125
  %127 = icmp ult i64 %126, 64
  %128 = lshr i64 %122, %126
  %129 = select i1 %127, i64 %128, i64 0
  %130 = add i64 %126, %9
  %131 = sub i64 %7, %130
  %132 = sub nsw i64 %44, %41
  %133 = icmp ugt i64 %132, 256
  br i1 %133, label %145, label %134

134:
  %135 = tail call i64 @llvm.usub.sat.i64(i64 %131, i64 32)
  %136 = lshr i64 %129, %135
  %137 = mul i64 %136, %132
  %138 = sub i64 %131, %135
  %139 = lshr i64 %137, %138
  %140 = add i64 %139, %41
  %141 = icmp eq i64 %7, %130
  %142 = sub i64 64, %131
  %143 = lshr i64 -1, %142
  %144 = tail call i64 @llvm.umin.i64(i64 %41, i64 %140)
  br label %181

145:
  br i1 %45, label %146, label %236

146:
  %147 = icmp eq i64 %7, %130
  %148 = sub i64 64, %131
  %149 = lshr i64 -1, %148
  br label %150

150:
  %151 = phi i64 [ %44, %146 ], [ %179, %174 ]
  %152 = phi i64 [ %41, %146 ], [ %178, %174 ]
  %153 = sub nuw i64 %151, %152
  %154 = lshr i64 %153, 1
  %155 = add i64 %154, %152
  br i1 %147, label %174, label %156

156:
  %157 = mul i64 %155, %11
  %158 = and i64 %157, 63
  %159 = lshr i64 %157, 6
  %160 = getelementptr inbounds nuw i64, ptr %17, i64 %159
  %161 = load i64, ptr %160, align 8
  %162 = lshr i64 %161, %158
  %163 = add i64 %158, %131
  %164 = icmp ugt i64 %163, 64
  br i1 %164, label %165, label %171

165:
  %166 = getelementptr inbounds nuw i8, ptr %160, i64 8
  %167 = load i64, ptr %166, align 8
  %168 = sub nuw nsw i64 64, %158
  %169 = shl i64 %167, %168
  %170 = or disjoint i64 %169, %162
  br label %171

171:
  %172 = phi i64 [ %170, %165 ], [ %162, %156 ]
  %173 = and i64 %172, %149
  br label %174

174:
  %175 = phi i64 [ %173, %171 ], [ 0, %150 ]
  %176 = icmp ult i64 %175, %129
  %177 = add i64 %155, 1
  %178 = select i1 %176, i64 %177, i64 %152
  %179 = select i1 %176, i64 %151, i64 %155
  %180 = icmp ult i64 %178, %179
  br i1 %180, label %150, label %236

181:
  %182 = phi i64 [ %185, %204 ], [ %140, %134 ]
  %183 = icmp ugt i64 %182, %41
  br i1 %183, label %184, label %207

184:
  %185 = add i64 %182, -1
  br i1 %141, label %204, label %186

186:
  %187 = mul i64 %185, %11
  %188 = and i64 %187, 63
  %189 = lshr i64 %187, 6
  %190 = getelementptr inbounds nuw i64, ptr %17, i64 %189
  %191 = load i64, ptr %190, align 8
  %192 = lshr i64 %191, %188
  %193 = add i64 %188, %131
  %194 = icmp ugt i64 %193, 64
  br i1 %194, label %195, label %201

195:
  %196 = getelementptr inbounds nuw i8, ptr %190, i64 8
  %197 = load i64, ptr %196, align 8
  %198 = sub nuw nsw i64 64, %188
  %199 = shl i64 %197, %198
  %200 = or disjoint i64 %199, %192
  br label %201

201:
  %202 = phi i64 [ %200, %195 ], [ %192, %186 ]
  %203 = and i64 %202, %143
  br label %204

204:
  %205 = phi i64 [ %203, %201 ], [ 0, %184 ]
  %206 = icmp ult i64 %205, %129
  br i1 %206, label %207, label %181

207:
  %208 = phi i64 [ %182, %204 ], [ %144, %181 ]
  %209 = icmp ult i64 %208, %44
  br i1 %209, label %210, label %236

210:
  %211 = phi i64 [ %234, %233 ], [ %208, %207 ]
  br i1 %141, label %230, label %212

212:
  %213 = mul i64 %211, %11
  %214 = and i64 %213, 63
  %215 = lshr i64 %213, 6
  %216 = getelementptr inbounds nuw i64, ptr %17, i64 %215
  %217 = load i64, ptr %216, align 8
  %218 = lshr i64 %217, %214
  %219 = add i64 %214, %131
  %220 = icmp ugt i64 %219, 64
  br i1 %220, label %221, label %227

221:
  %222 = getelementptr inbounds nuw i8, ptr %216, i64 8
  %223 = load i64, ptr %222, align 8
  %224 = sub nuw nsw i64 64, %214
  %225 = shl i64 %223, %224
  %226 = or disjoint i64 %225, %218
  br label %227

227:
  %228 = phi i64 [ %226, %221 ], [ %218, %212 ]
  %229 = and i64 %228, %143
  br label %230

230:
  %231 = phi i64 [ %229, %227 ], [ 0, %210 ]
  %232 = icmp ult i64 %231, %129
  br i1 %232, label %233, label %236

233:
  %234 = add i64 %211, 1
  %235 = icmp eq i64 %234, %44
  br i1 %235, label %236, label %210

236:
  %237 = phi i64 [ %41, %145 ], [ %208, %207 ], [ %178, %174 ], [ %211, %230 ], [ %44, %233 ]
  store i64 %237, ptr %19, align 8
  br label %238

238:
  ret void
}

define i64 @near(ptr nocapture noundef %0, i64 noundef %1, ptr nocapture noundef readonly %2, ptr nocapture noundef readonly %3, i64 noundef %4) local_unnamed_addr #0 {
  %6 = icmp eq i64 %1, 0
  br i1 %6, label %11, label %7

7:
  %8 = load i64, ptr @WORDS, align 8
  %9 = icmp eq i64 %4, 0
  %10 = icmp eq i64 %8, 0
  br label %13

11:
  %12 = phi i64 [ 0, %5 ], [ %56, %55 ]
  ret i64 %12

13:
  %14 = phi i64 [ 0, %7 ], [ %56, %55 ]
  %15 = phi i64 [ 0, %7 ], [ %57, %55 ]
  %16 = mul i64 %8, %15
  %17 = getelementptr inbounds nuw i64, ptr %0, i64 %16
  br i1 %9, label %55, label %21

18:
  %19 = add nuw i64 %22, 1
  %20 = icmp eq i64 %19, %4
  br i1 %20, label %55, label %21

21:
  %22 = phi i64 [ %19, %18 ], [ 0, %13 ]
  br i1 %10, label %23, label %25

23:
  %24 = add i64 %14, 1
  br label %55

25:
  %26 = mul i64 %22, %8
  %27 = getelementptr i64, ptr %3, i64 %26
  br label %30

28:
  %29 = icmp eq i64 %41, 0
  br i1 %29, label %44, label %18

30:
  %31 = phi i64 [ 0, %25 ], [ %42, %30 ]
  %32 = phi i64 [ 0, %25 ], [ %41, %30 ]
  %33 = getelementptr inbounds nuw i64, ptr %17, i64 %31
  %34 = load i64, ptr %33, align 8
  %35 = getelementptr inbounds nuw i64, ptr %2, i64 %31
  %36 = load i64, ptr %35, align 8
  %37 = xor i64 %36, %34
  %38 = getelementptr i64, ptr %27, i64 %31
  %39 = load i64, ptr %38, align 8
  %40 = and i64 %37, %39
  %41 = or i64 %40, %32
  %42 = add nuw i64 %31, 1
  %43 = icmp eq i64 %42, %8
  br i1 %43, label %28, label %30

44:
  %45 = add i64 %14, 1
  %46 = mul i64 %8, %14
  %47 = getelementptr inbounds nuw i64, ptr %0, i64 %46
  br label %48

48:
  %49 = phi i64 [ %53, %48 ], [ 0, %44 ]
  %50 = getelementptr inbounds nuw i64, ptr %17, i64 %49
  %51 = load i64, ptr %50, align 8
  %52 = getelementptr inbounds nuw i64, ptr %47, i64 %49
  store i64 %51, ptr %52, align 8
  %53 = add nuw i64 %49, 1
  %54 = icmp eq i64 %53, %8
  br i1 %54, label %55, label %48

55:
  %56 = phi i64 [ %14, %13 ], [ %24, %23 ], [ %45, %48 ], [ %14, %18 ]
  %57 = add nuw i64 %15, 1
  %58 = icmp eq i64 %57, %1
  br i1 %58, label %11, label %13
}

declare i64 @llvm.umin.i64(i64, i64) #3

declare i64 @llvm.usub.sat.i64(i64, i64) #3

declare i32 @llvm.umax.i32(i32, i32) #3

attributes #0 = { nofree norecurse nosync nounwind memory(argmem: readwrite) }
attributes #1 = { nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) }
attributes #2 = { nofree norecurse nosync nounwind memory(argmem: read) }
attributes #3 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
