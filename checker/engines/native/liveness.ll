; Generated from liveness.c by `make runtime`: change that file, not this one.
; SHA-256 of liveness.c: f324c2ad36ce00833eb988621761a3d1ec7453abe53dfb2af2591f2aec1d2e35
define void @locate(ptr nocapture noundef readonly %0, i64 noundef %1, i64 noundef %2) local_unnamed_addr #0 {
  %4 = load i64, ptr %0, align 8
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %6 = load ptr, ptr %5, align 8
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %8 = load ptr, ptr %7, align 8
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %10 = load i64, ptr %9, align 8
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %12 = load i64, ptr %11, align 8
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %14 = load ptr, ptr %13, align 8
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %16 = load ptr, ptr %15, align 8
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %18 = load ptr, ptr %17, align 8
  %19 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %20 = load i64, ptr %19, align 8
  %21 = icmp ult i64 %1, %2
  br i1 %21, label %22, label %24

22:
  %23 = icmp eq i64 %4, 0
  br label %25

24:
  ret void

25:
  %26 = phi i64 [ %1, %22 ], [ %83, %80 ]
  %27 = getelementptr inbounds nuw i64, ptr %16, i64 %26
  %28 = load i64, ptr %27, align 8
  %29 = lshr i64 %28, 32
  %30 = mul i64 %29, %10
  %31 = lshr i64 %30, 32
  %32 = mul i64 %31, %12
  %33 = udiv i64 %32, %10
  br label %34

34:
  %35 = phi i64 [ %33, %25 ], [ %36, %34 ]
  %36 = add i64 %35, 1
  %37 = mul i64 %36, %10
  %38 = udiv i64 %37, %12
  %39 = icmp ult i64 %31, %38
  br i1 %39, label %40, label %34

40:
  %41 = mul i64 %35, %10
  %42 = udiv i64 %41, %12
  %43 = mul i64 %26, %4
  %44 = getelementptr inbounds nuw i64, ptr %14, i64 %43
  %45 = getelementptr inbounds nuw i64, ptr %8, i64 %31
  %46 = load i64, ptr %45, align 8
  %47 = icmp eq i64 %46, 0
  br i1 %47, label %80, label %48

48:
  %49 = phi i64 [ %78, %73 ], [ %46, %40 ]
  %50 = phi i64 [ %76, %73 ], [ %31, %40 ]
  %51 = and i64 %49, 4294967295
  %52 = add nsw i64 %51, -1
  %53 = lshr i64 %49, 32
  %54 = icmp eq i64 %53, %29
  %55 = icmp ult i64 %52, %20
  %56 = select i1 %54, i1 %55, i1 false
  br i1 %56, label %57, label %73

57:
  %58 = mul i64 %52, %4
  %59 = getelementptr inbounds nuw i64, ptr %6, i64 %58
  br i1 %23, label %80, label %60

60:
  %61 = phi i64 [ %69, %60 ], [ 0, %57 ]
  %62 = phi i64 [ %68, %60 ], [ 0, %57 ]
  %63 = getelementptr inbounds nuw i64, ptr %44, i64 %61
  %64 = load i64, ptr %63, align 8
  %65 = getelementptr inbounds nuw i64, ptr %59, i64 %61
  %66 = load i64, ptr %65, align 8
  %67 = xor i64 %66, %64
  %68 = or i64 %67, %62
  %69 = add nuw i64 %61, 1
  %70 = icmp eq i64 %69, %4
  br i1 %70, label %71, label %60

71:
  %72 = icmp eq i64 %68, 0
  br i1 %72, label %80, label %73

73:
  %74 = add i64 %50, 1
  %75 = icmp eq i64 %74, %38
  %76 = select i1 %75, i64 %42, i64 %74
  %77 = getelementptr inbounds nuw i64, ptr %8, i64 %76
  %78 = load i64, ptr %77, align 8
  %79 = icmp eq i64 %78, 0
  br i1 %79, label %80, label %48

80:
  %81 = phi i64 [ -1, %40 ], [ %52, %71 ], [ -1, %73 ], [ %52, %57 ]
  %82 = getelementptr inbounds nuw i64, ptr %18, i64 %26
  store i64 %81, ptr %82, align 8
  %83 = add nuw i64 %26, 1
  %84 = icmp eq i64 %83, %2
  br i1 %84, label %24, label %25
}

define void @enable(ptr nocapture noundef readonly %0, i64 noundef %1, i64 noundef %2) local_unnamed_addr #0 {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %5 = load ptr, ptr %4, align 8
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %7 = load ptr, ptr %6, align 8
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 96
  %9 = load ptr, ptr %8, align 8
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 104
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

define range(i64 0, 4294967296) i64 @components(ptr nocapture noundef readonly %0, i64 noundef %1, i64 noundef %2) local_unnamed_addr #0 {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %5 = load ptr, ptr %4, align 8
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %7 = load ptr, ptr %6, align 8
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 112
  %9 = load ptr, ptr %8, align 8
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 120
  %11 = load ptr, ptr %10, align 8
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 128
  %13 = load ptr, ptr %12, align 8
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 136
  %15 = load ptr, ptr %14, align 8
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 144
  %17 = load ptr, ptr %16, align 8
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 152
  %19 = load ptr, ptr %18, align 8
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 160
  %21 = load ptr, ptr %20, align 8
  %22 = icmp ult i64 %1, %2
  br i1 %22, label %23, label %27

23:
  %24 = getelementptr i8, ptr %19, i64 -8
  br label %29

25:
  %26 = zext i32 %142 to i64
  br label %27

27:
  %28 = phi i64 [ 0, %3 ], [ %26, %25 ]
  ret i64 %28

29:
  %30 = phi i32 [ 0, %23 ], [ %143, %140 ]
  %31 = phi i32 [ 0, %23 ], [ %142, %140 ]
  %32 = phi i64 [ 0, %23 ], [ %141, %140 ]
  %33 = phi i64 [ %1, %23 ], [ %144, %140 ]
  %34 = getelementptr inbounds nuw i8, ptr %9, i64 %33
  %35 = load i8, ptr %34, align 1
  %36 = icmp eq i8 %35, 0
  br i1 %36, label %140, label %37

37:
  %38 = getelementptr inbounds nuw i32, ptr %13, i64 %33
  %39 = load i32, ptr %38, align 4
  %40 = icmp eq i32 %39, 0
  br i1 %40, label %41, label %140

41:
  %42 = trunc i64 %33 to i32
  br label %43

43:
  %44 = phi i64 [ 0, %41 ], [ %73, %99 ]
  %45 = phi i32 [ %42, %41 ], [ %88, %99 ]
  %46 = phi i64 [ %32, %41 ], [ %74, %99 ]
  %47 = phi i32 [ %31, %41 ], [ %57, %99 ]
  %48 = phi i32 [ %30, %41 ], [ %75, %99 ]
  %49 = zext i32 %45 to i64
  %50 = getelementptr inbounds nuw i32, ptr %15, i64 %49
  %51 = getelementptr inbounds nuw i32, ptr %13, i64 %49
  %52 = getelementptr inbounds nuw i64, ptr %5, i64 %49
  br label %53

53:
  %54 = phi i64 [ %44, %43 ], [ %76, %139 ]
  %55 = phi i1 [ true, %43 ], [ false, %139 ]
  %56 = phi i64 [ %46, %43 ], [ %127, %139 ]
  %57 = phi i32 [ %47, %43 ], [ %128, %139 ]
  %58 = phi i32 [ %48, %43 ], [ %75, %139 ]
  br label %59

59:
  %60 = phi i64 [ %54, %53 ], [ %73, %98 ]
  %61 = phi i1 [ %55, %53 ], [ false, %98 ]
  %62 = phi i64 [ %56, %53 ], [ %74, %98 ]
  %63 = phi i32 [ %58, %53 ], [ %75, %98 ]
  br i1 %61, label %64, label %72

64:
  %65 = add i32 %63, 1
  store i32 %65, ptr %50, align 4
  store i32 %65, ptr %51, align 4
  %66 = add i64 %62, 1
  %67 = getelementptr inbounds nuw i32, ptr %17, i64 %62
  store i32 %45, ptr %67, align 4
  %68 = getelementptr inbounds nuw i32, ptr %19, i64 %60
  store i32 %45, ptr %68, align 4
  %69 = load i64, ptr %52, align 8
  %70 = add i64 %60, 1
  %71 = getelementptr inbounds nuw i64, ptr %21, i64 %60
  store i64 %69, ptr %71, align 8
  br label %72

72:
  %73 = phi i64 [ %70, %64 ], [ %60, %59 ]
  %74 = phi i64 [ %66, %64 ], [ %62, %59 ]
  %75 = phi i32 [ %65, %64 ], [ %63, %59 ]
  %76 = add i64 %73, -1
  %77 = getelementptr inbounds nuw i32, ptr %19, i64 %76
  %78 = load i32, ptr %77, align 4
  %79 = getelementptr inbounds nuw i64, ptr %21, i64 %76
  %80 = load i64, ptr %79, align 8
  %81 = add i32 %78, 1
  %82 = zext i32 %81 to i64
  %83 = getelementptr inbounds nuw i64, ptr %5, i64 %82
  %84 = load i64, ptr %83, align 8
  %85 = icmp ult i64 %80, %84
  br i1 %85, label %86, label %109

86:
  %87 = getelementptr inbounds nuw i32, ptr %7, i64 %80
  %88 = load i32, ptr %87, align 4
  %89 = add nuw i64 %80, 1
  store i64 %89, ptr %79, align 8
  %90 = zext i32 %88 to i64
  %91 = getelementptr inbounds nuw i8, ptr %9, i64 %90
  %92 = load i8, ptr %91, align 1
  %93 = icmp eq i8 %92, 0
  br i1 %93, label %98, label %94

94:
  %95 = getelementptr inbounds nuw i32, ptr %11, i64 %90
  %96 = load i32, ptr %95, align 4
  %97 = icmp eq i32 %96, 0
  br i1 %97, label %99, label %98

98:
  br label %59

99:
  %100 = getelementptr inbounds nuw i32, ptr %13, i64 %90
  %101 = load i32, ptr %100, align 4
  %102 = icmp eq i32 %101, 0
  br i1 %102, label %43, label %103

103:
  %104 = zext i32 %78 to i64
  %105 = getelementptr inbounds nuw i32, ptr %15, i64 %104
  %106 = load i32, ptr %105, align 4
  %107 = icmp ult i32 %101, %106
  br i1 %107, label %108, label %98

108:
  store i32 %101, ptr %105, align 4
  br label %98

109:
  %110 = zext i32 %78 to i64
  %111 = getelementptr inbounds nuw i32, ptr %15, i64 %110
  %112 = load i32, ptr %111, align 4
  %113 = getelementptr inbounds nuw i32, ptr %13, i64 %110
  %114 = load i32, ptr %113, align 4
  %115 = icmp eq i32 %112, %114
  br i1 %115, label %116, label %126

116:
  %117 = add i32 %57, 1
  br label %118

118:
  %119 = phi i64 [ %74, %116 ], [ %120, %118 ]
  %120 = add i64 %119, -1
  %121 = getelementptr inbounds nuw i32, ptr %17, i64 %120
  %122 = load i32, ptr %121, align 4
  %123 = zext i32 %122 to i64
  %124 = getelementptr inbounds nuw i32, ptr %11, i64 %123
  store i32 %117, ptr %124, align 4
  %125 = icmp eq i32 %122, %78
  br i1 %125, label %126, label %118

126:
  %127 = phi i64 [ %74, %109 ], [ %120, %118 ]
  %128 = phi i32 [ %57, %109 ], [ %117, %118 ]
  %129 = icmp eq i64 %76, 0
  br i1 %129, label %140, label %130

130:
  %131 = getelementptr i32, ptr %24, i64 %73
  %132 = load i32, ptr %131, align 4
  %133 = load i32, ptr %111, align 4
  %134 = zext i32 %132 to i64
  %135 = getelementptr inbounds nuw i32, ptr %15, i64 %134
  %136 = load i32, ptr %135, align 4
  %137 = icmp ult i32 %133, %136
  br i1 %137, label %138, label %139

138:
  store i32 %133, ptr %135, align 4
  br label %139

139:
  br label %53

140:
  %141 = phi i64 [ %32, %37 ], [ %32, %29 ], [ %127, %126 ]
  %142 = phi i32 [ %31, %37 ], [ %31, %29 ], [ %128, %126 ]
  %143 = phi i32 [ %30, %37 ], [ %30, %29 ], [ %75, %126 ]
  %144 = add nuw i64 %33, 1
  %145 = icmp eq i64 %144, %2
  br i1 %145, label %25, label %29
}

define void @summarize(ptr nocapture noundef readonly %0, i64 noundef %1, i64 noundef %2) local_unnamed_addr #0 {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %5 = load ptr, ptr %4, align 8
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %7 = load ptr, ptr %6, align 8
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %9 = load ptr, ptr %8, align 8
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 96
  %11 = load ptr, ptr %10, align 8
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 104
  %13 = load ptr, ptr %12, align 8
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 120
  %15 = load ptr, ptr %14, align 8
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 168
  %17 = load ptr, ptr %16, align 8
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 176
  %19 = load ptr, ptr %18, align 8
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 184
  %21 = load ptr, ptr %20, align 8
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 192
  %23 = load ptr, ptr %22, align 8
  %24 = getelementptr inbounds nuw i8, ptr %0, i64 200
  %25 = load ptr, ptr %24, align 8
  %26 = icmp ult i64 %1, %2
  br i1 %26, label %28, label %27

27:
  ret void

28:
  %29 = phi i64 [ %81, %80 ], [ %1, %3 ]
  %30 = getelementptr inbounds nuw i32, ptr %15, i64 %29
  %31 = load i32, ptr %30, align 4
  %32 = zext i32 %31 to i64
  %33 = icmp eq i32 %31, 0
  br i1 %33, label %80, label %34

34:
  %35 = getelementptr inbounds nuw i64, ptr %5, i64 %29
  %36 = load i64, ptr %35, align 8
  %37 = getelementptr i8, ptr %35, i64 8
  %38 = load i64, ptr %37, align 8
  %39 = icmp ult i64 %36, %38
  br i1 %39, label %60, label %40

40:
  %41 = phi i64 [ 0, %34 ], [ %77, %76 ]
  %42 = getelementptr inbounds nuw i64, ptr %13, i64 %29
  %43 = load i64, ptr %42, align 8
  %44 = add nsw i64 %32, -1
  %45 = getelementptr inbounds nuw i64, ptr %19, i64 %44
  %46 = load i64, ptr %45, align 8
  %47 = and i64 %46, %43
  store i64 %47, ptr %45, align 8
  %48 = load i64, ptr %42, align 8
  %49 = getelementptr inbounds nuw i64, ptr %21, i64 %44
  %50 = load i64, ptr %49, align 8
  %51 = or i64 %50, %48
  store i64 %51, ptr %49, align 8
  %52 = getelementptr inbounds nuw i64, ptr %23, i64 %44
  %53 = load i64, ptr %52, align 8
  %54 = or i64 %53, %41
  store i64 %54, ptr %52, align 8
  %55 = getelementptr inbounds nuw i8, ptr %17, i64 %29
  %56 = load i8, ptr %55, align 1
  %57 = getelementptr inbounds nuw i8, ptr %25, i64 %44
  %58 = load i8, ptr %57, align 1
  %59 = or i8 %58, %56
  store i8 %59, ptr %57, align 1
  br label %80

60:
  %61 = phi i64 [ %78, %76 ], [ %36, %34 ]
  %62 = phi i64 [ %77, %76 ], [ 0, %34 ]
  %63 = getelementptr inbounds nuw i32, ptr %7, i64 %61
  %64 = load i32, ptr %63, align 4
  %65 = zext i32 %64 to i64
  %66 = getelementptr inbounds nuw i32, ptr %15, i64 %65
  %67 = load i32, ptr %66, align 4
  %68 = icmp eq i32 %67, %31
  br i1 %68, label %69, label %76

69:
  %70 = getelementptr inbounds nuw i16, ptr %9, i64 %61
  %71 = load i16, ptr %70, align 2
  %72 = zext i16 %71 to i64
  %73 = getelementptr inbounds nuw i64, ptr %11, i64 %72
  %74 = load i64, ptr %73, align 8
  %75 = or i64 %74, %62
  br label %76

76:
  %77 = phi i64 [ %75, %69 ], [ %62, %60 ]
  %78 = add nuw i64 %61, 1
  %79 = icmp eq i64 %78, %38
  br i1 %79, label %40, label %60

80:
  %81 = add nuw i64 %29, 1
  %82 = icmp eq i64 %81, %2
  br i1 %82, label %27, label %28
}

define i64 @spread_back(ptr nocapture noundef readonly %0, i64 noundef %1, i64 noundef %2) local_unnamed_addr #0 {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %5 = load i64, ptr %4, align 8
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %7 = load ptr, ptr %6, align 8
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %9 = load ptr, ptr %8, align 8
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 144
  %11 = load ptr, ptr %10, align 8
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 168
  %13 = load ptr, ptr %12, align 8
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 208
  %15 = load ptr, ptr %14, align 8
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 216
  %17 = load ptr, ptr %16, align 8
  %18 = getelementptr inbounds nuw i64, ptr %7, i64 %5
  %19 = load i64, ptr %18, align 8
  %20 = icmp eq i64 %19, 0
  br i1 %20, label %21, label %25

21:
  %22 = icmp eq i64 %5, 0
  br i1 %22, label %50, label %23

23:
  %24 = load i64, ptr %15, align 8
  br label %39

25:
  %26 = phi i64 [ %34, %25 ], [ 0, %3 ]
  %27 = getelementptr inbounds nuw i32, ptr %9, i64 %26
  %28 = load i32, ptr %27, align 4
  %29 = add i32 %28, 1
  %30 = zext i32 %29 to i64
  %31 = getelementptr inbounds nuw i64, ptr %15, i64 %30
  %32 = load i64, ptr %31, align 8
  %33 = add i64 %32, 1
  store i64 %33, ptr %31, align 8
  %34 = add nuw i64 %26, 1
  %35 = load i64, ptr %18, align 8
  %36 = icmp ult i64 %34, %35
  br i1 %36, label %25, label %21

37:
  %38 = load i64, ptr %18, align 8
  br label %52

39:
  %40 = phi i64 [ %45, %39 ], [ %24, %23 ]
  %41 = phi i64 [ %42, %39 ], [ 0, %23 ]
  %42 = add nuw i64 %41, 1
  %43 = getelementptr inbounds nuw i64, ptr %15, i64 %42
  %44 = load i64, ptr %43, align 8
  %45 = add i64 %44, %40
  store i64 %45, ptr %43, align 8
  %46 = icmp eq i64 %42, %5
  br i1 %46, label %37, label %39

47:
  %48 = phi i64 [ %57, %52 ], [ %72, %61 ]
  %49 = icmp eq i64 %55, 0
  br i1 %49, label %50, label %52

50:
  %51 = icmp ult i64 %1, %2
  br i1 %51, label %77, label %127

52:
  %53 = phi i64 [ %48, %47 ], [ %38, %37 ]
  %54 = phi i64 [ %55, %47 ], [ %5, %37 ]
  %55 = add i64 %54, -1
  %56 = getelementptr inbounds nuw i64, ptr %7, i64 %55
  %57 = load i64, ptr %56, align 8
  %58 = icmp ugt i64 %53, %57
  br i1 %58, label %59, label %47

59:
  %60 = trunc i64 %55 to i32
  br label %61

61:
  %62 = phi i64 [ %53, %59 ], [ %63, %61 ]
  %63 = add i64 %62, -1
  %64 = getelementptr inbounds nuw i32, ptr %9, i64 %63
  %65 = load i32, ptr %64, align 4
  %66 = add i32 %65, 1
  %67 = zext i32 %66 to i64
  %68 = getelementptr inbounds nuw i64, ptr %15, i64 %67
  %69 = load i64, ptr %68, align 8
  %70 = add i64 %69, -1
  store i64 %70, ptr %68, align 8
  %71 = getelementptr inbounds nuw i32, ptr %17, i64 %70
  store i32 %60, ptr %71, align 4
  %72 = load i64, ptr %56, align 8
  %73 = icmp ugt i64 %63, %72
  br i1 %73, label %61, label %47

74:
  %75 = getelementptr inbounds nuw i8, ptr %15, i64 8
  %76 = icmp eq i64 %88, 0
  br i1 %76, label %127, label %94

77:
  %78 = phi i64 [ %88, %87 ], [ 0, %50 ]
  %79 = phi i64 [ %89, %87 ], [ %1, %50 ]
  %80 = getelementptr inbounds nuw i8, ptr %13, i64 %79
  %81 = load i8, ptr %80, align 1
  %82 = icmp eq i8 %81, 0
  br i1 %82, label %87, label %83

83:
  %84 = trunc i64 %79 to i32
  %85 = add i64 %78, 1
  %86 = getelementptr inbounds nuw i32, ptr %11, i64 %78
  store i32 %84, ptr %86, align 4
  br label %87

87:
  %88 = phi i64 [ %85, %83 ], [ %78, %77 ]
  %89 = add nuw i64 %79, 1
  %90 = icmp eq i64 %89, %2
  br i1 %90, label %74, label %77

91:
  %92 = phi i64 [ %97, %94 ], [ %124, %123 ]
  %93 = icmp eq i64 %92, 0
  br i1 %93, label %127, label %94

94:
  %95 = phi i64 [ %92, %91 ], [ %88, %74 ]
  %96 = phi i64 [ %106, %91 ], [ 0, %74 ]
  %97 = add i64 %95, -1
  %98 = getelementptr inbounds nuw i32, ptr %11, i64 %97
  %99 = load i32, ptr %98, align 4
  %100 = zext i32 %99 to i64
  %101 = add nuw nsw i64 %100, 2
  %102 = icmp ugt i64 %101, %5
  %103 = getelementptr inbounds nuw i64, ptr %15, i64 %101
  %104 = select i1 %102, ptr %18, ptr %103
  %105 = load i64, ptr %104, align 8
  %106 = add i64 %96, 1
  %107 = getelementptr inbounds nuw i64, ptr %75, i64 %100
  %108 = load i64, ptr %107, align 8
  %109 = icmp ult i64 %108, %105
  br i1 %109, label %110, label %91

110:
  %111 = phi i64 [ %125, %123 ], [ %108, %94 ]
  %112 = phi i64 [ %124, %123 ], [ %97, %94 ]
  %113 = getelementptr inbounds nuw i32, ptr %17, i64 %111
  %114 = load i32, ptr %113, align 4
  %115 = zext i32 %114 to i64
  %116 = getelementptr inbounds nuw i8, ptr %13, i64 %115
  %117 = load i8, ptr %116, align 1
  %118 = icmp eq i8 %117, 0
  br i1 %118, label %119, label %123

119:
  store i8 1, ptr %116, align 1
  %120 = load i32, ptr %113, align 4
  %121 = add i64 %112, 1
  %122 = getelementptr inbounds nuw i32, ptr %11, i64 %112
  store i32 %120, ptr %122, align 4
  br label %123

123:
  %124 = phi i64 [ %112, %110 ], [ %121, %119 ]
  %125 = add nuw i64 %111, 1
  %126 = icmp eq i64 %125, %105
  br i1 %126, label %91, label %110

127:
  %128 = phi i64 [ 0, %74 ], [ 0, %50 ], [ %106, %91 ]
  ret i64 %128
}

define range(i64 0, 2) i64 @pursue(ptr nocapture noundef %0, i64 noundef %1) local_unnamed_addr #1 {
  %3 = icmp eq i64 %1, 0
  br i1 %3, label %184, label %4

4:
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 296
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 304
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 288
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 240
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 224
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 232
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 248
  %19 = getelementptr inbounds nuw i8, ptr %0, i64 256
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 264
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 272
  %23 = getelementptr inbounds nuw i8, ptr %0, i64 280
  br label %24

24:
  %25 = phi i64 [ %1, %4 ], [ %182, %181 ]
  %26 = load i64, ptr %5, align 8
  %27 = load i64, ptr %6, align 8
  %28 = icmp ult i64 %26, %27
  br i1 %28, label %29, label %184

29:
  %30 = load ptr, ptr %7, align 8
  %31 = add nuw i64 %26, 1
  store i64 %31, ptr %5, align 8
  %32 = getelementptr inbounds nuw i32, ptr %30, i64 %26
  %33 = load i32, ptr %32, align 4
  %34 = zext i32 %33 to i64
  %35 = lshr i64 %34, 1
  %36 = and i64 %34, 1
  %37 = icmp ne i64 %36, 0
  %38 = load ptr, ptr %8, align 8
  %39 = load ptr, ptr %9, align 8
  %40 = load ptr, ptr %10, align 8
  %41 = add nuw nsw i64 %35, 1
  %42 = tail call i64 %38(ptr noundef %39, ptr noundef %40, i64 noundef %35, i64 noundef %41) #3
  %43 = icmp eq i64 %42, 0
  br i1 %43, label %181, label %44

44:
  %45 = load ptr, ptr %11, align 8
  %46 = load ptr, ptr %12, align 8
  %47 = load i64, ptr %13, align 8
  br label %48

48:
  %49 = phi i64 [ 0, %44 ], [ %56, %48 ]
  %50 = getelementptr inbounds nuw i64, ptr %46, i64 %49
  %51 = load i64, ptr %50, align 8
  %52 = lshr i64 %51, 32
  %53 = mul i64 %52, %47
  %54 = lshr i64 %53, 32
  %55 = getelementptr inbounds nuw i64, ptr %45, i64 %54
  tail call void @llvm.prefetch.p0(ptr %55, i32 0, i32 3, i32 1)
  %56 = add nuw i64 %49, 1
  %57 = icmp eq i64 %56, %42
  br i1 %57, label %58, label %48

58:
  %59 = phi i64 [ %171, %170 ], [ 0, %48 ]
  %60 = load ptr, ptr %12, align 8
  %61 = getelementptr inbounds nuw i64, ptr %60, i64 %59
  %62 = load i64, ptr %61, align 8
  %63 = lshr i64 %62, 32
  %64 = load i64, ptr %13, align 8
  %65 = mul i64 %63, %64
  %66 = lshr i64 %65, 32
  %67 = load i64, ptr %14, align 8
  %68 = mul i64 %66, %67
  %69 = udiv i64 %68, %64
  br label %70

70:
  %71 = phi i64 [ %69, %58 ], [ %72, %70 ]
  %72 = add i64 %71, 1
  %73 = mul i64 %72, %64
  %74 = udiv i64 %73, %67
  %75 = icmp ult i64 %66, %74
  br i1 %75, label %76, label %70

76:
  %77 = mul i64 %71, %64
  %78 = udiv i64 %77, %67
  %79 = load ptr, ptr %15, align 8
  %80 = load i64, ptr %0, align 8
  %81 = mul i64 %80, %59
  %82 = getelementptr inbounds nuw i64, ptr %79, i64 %81
  %83 = load ptr, ptr %11, align 8
  %84 = getelementptr inbounds nuw i64, ptr %83, i64 %66
  %85 = load i64, ptr %84, align 8
  %86 = icmp eq i64 %85, 0
  br i1 %86, label %170, label %87

87:
  %88 = icmp eq i64 %80, 0
  br label %89

89:
  %90 = phi i64 [ %85, %87 ], [ %121, %116 ]
  %91 = phi i64 [ %66, %87 ], [ %119, %116 ]
  %92 = and i64 %90, 4294967295
  %93 = add nsw i64 %92, -1
  %94 = lshr i64 %90, 32
  %95 = icmp eq i64 %94, %63
  br i1 %95, label %96, label %116

96:
  %97 = load i64, ptr %17, align 8
  %98 = icmp ult i64 %93, %97
  br i1 %98, label %99, label %116

99:
  %100 = load ptr, ptr %16, align 8
  %101 = mul i64 %93, %80
  %102 = getelementptr inbounds nuw i64, ptr %100, i64 %101
  br i1 %88, label %125, label %103

103:
  %104 = phi i64 [ %112, %103 ], [ 0, %99 ]
  %105 = phi i64 [ %111, %103 ], [ 0, %99 ]
  %106 = getelementptr inbounds nuw i64, ptr %82, i64 %104
  %107 = load i64, ptr %106, align 8
  %108 = getelementptr inbounds nuw i64, ptr %102, i64 %104
  %109 = load i64, ptr %108, align 8
  %110 = xor i64 %109, %107
  %111 = or i64 %110, %105
  %112 = add nuw i64 %104, 1
  %113 = icmp eq i64 %112, %80
  br i1 %113, label %114, label %103

114:
  %115 = icmp eq i64 %111, 0
  br i1 %115, label %123, label %116

116:
  %117 = add i64 %91, 1
  %118 = icmp eq i64 %117, %74
  %119 = select i1 %118, i64 %78, i64 %117
  %120 = getelementptr inbounds nuw i64, ptr %83, i64 %119
  %121 = load i64, ptr %120, align 8
  %122 = icmp eq i64 %121, 0
  br i1 %122, label %170, label %89

123:
  %124 = icmp eq i64 %92, 0
  br i1 %124, label %170, label %125

125:
  %126 = load ptr, ptr %18, align 8
  %127 = getelementptr inbounds nuw i8, ptr %126, i64 %93
  %128 = load i8, ptr %127, align 1
  %129 = load ptr, ptr %19, align 8
  %130 = load ptr, ptr %20, align 8
  %131 = getelementptr inbounds nuw i16, ptr %130, i64 %59
  %132 = load i16, ptr %131, align 2
  %133 = zext i16 %132 to i64
  %134 = getelementptr inbounds nuw i8, ptr %129, i64 %133
  %135 = load i8, ptr %134, align 1
  %136 = or i8 %135, %128
  %137 = zext i8 %136 to i32
  %138 = and i32 %137, 4
  %139 = icmp eq i32 %138, 0
  br i1 %139, label %140, label %170

140:
  %141 = and i32 %137, 1
  %142 = icmp ne i32 %141, 0
  %143 = and i1 %37, %142
  br i1 %143, label %173, label %144

144:
  %145 = and i32 %137, 2
  %146 = icmp ne i32 %145, 0
  %147 = or i1 %37, %146
  %148 = load ptr, ptr %21, align 8
  %149 = getelementptr inbounds nuw i8, ptr %148, i64 %93
  %150 = load i8, ptr %149, align 1
  %151 = zext i8 %150 to i32
  %152 = select i1 %147, i32 2, i32 1
  %153 = and i32 %152, %151
  %154 = icmp eq i32 %153, 0
  br i1 %154, label %155, label %170

155:
  %156 = shl nuw nsw i64 %93, 1
  %157 = zext i1 %147 to i64
  %158 = or disjoint i64 %156, %157
  %159 = trunc nuw nsw i32 %152 to i8
  %160 = or i8 %150, %159
  store i8 %160, ptr %149, align 1
  %161 = load ptr, ptr %22, align 8
  %162 = getelementptr inbounds nuw i32, ptr %161, i64 %158
  store i32 %33, ptr %162, align 4
  %163 = load ptr, ptr %23, align 8
  %164 = getelementptr inbounds nuw i16, ptr %163, i64 %158
  store i16 %132, ptr %164, align 2
  %165 = trunc i64 %158 to i32
  %166 = load ptr, ptr %7, align 8
  %167 = load i64, ptr %6, align 8
  %168 = add i64 %167, 1
  store i64 %168, ptr %6, align 8
  %169 = getelementptr inbounds nuw i32, ptr %166, i64 %167
  store i32 %165, ptr %169, align 4
  br label %170

170:
  %171 = add nuw i64 %59, 1
  %172 = icmp eq i64 %171, %42
  br i1 %172, label %181, label %58

173:
  %174 = getelementptr inbounds nuw i16, ptr %130, i64 %59
  %175 = add nuw nsw i64 %34, 1
  %176 = getelementptr inbounds nuw i8, ptr %0, i64 312
  store i64 %175, ptr %176, align 8
  %177 = getelementptr inbounds nuw i8, ptr %0, i64 320
  store i64 %93, ptr %177, align 8
  %178 = load i16, ptr %174, align 2
  %179 = zext i16 %178 to i64
  %180 = getelementptr inbounds nuw i8, ptr %0, i64 328
  store i64 %179, ptr %180, align 8
  br label %191

181:
  %182 = add i64 %25, -1
  %183 = icmp eq i64 %182, 0
  br i1 %183, label %184, label %24

184:
  %185 = getelementptr inbounds nuw i8, ptr %0, i64 296
  %186 = load i64, ptr %185, align 8
  %187 = getelementptr inbounds nuw i8, ptr %0, i64 304
  %188 = load i64, ptr %187, align 8
  %189 = icmp ult i64 %186, %188
  %190 = zext i1 %189 to i64
  br label %191

191:
  %192 = phi i64 [ 0, %173 ], [ %190, %184 ]
  ret i64 %192
}

declare void @llvm.prefetch.p0(ptr nocapture readonly, i32 immarg, i32 immarg, i32 immarg) #2

attributes #0 = { nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) }
attributes #1 = { nounwind }
attributes #2 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite) }
attributes #3 = { nounwind }
