; Generated from scan.c by `make runtime`: change that file, not this one.
; SHA-256 of scan.c: 249aee6b1583164d131dea8b895edd563af5ee43687aaa7e3fd6828f1291594d
%struct.fields = type { ptr, ptr, i64 }
%struct.line = type { [64 x ptr], [64 x ptr], [256 x ptr], [256 x i64], i64 }

@read_double.tens = internal unnamed_addr constant [23 x double] [double 1.000000e+00, double 1.000000e+01, double 1.000000e+02, double 1.000000e+03, double 1.000000e+04, double 1.000000e+05, double 1.000000e+06, double 1.000000e+07, double 1.000000e+08, double 1.000000e+09, double 1.000000e+10, double 1.000000e+11, double 1.000000e+12, double 1.000000e+13, double 1.000000e+14, double 1.000000e+15, double 1.000000e+16, double 1.000000e+17, double 1.000000e+18, double 1.000000e+19, double 1.000000e+20, double 1.000000e+21, double 1.000000e+22], align 16

define void @name_key(ptr nocapture noundef %0, i64 noundef %1) local_unnamed_addr #0 {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 176
  %4 = load i64, ptr %3, align 8
  %5 = icmp eq i64 %4, 0
  br i1 %5, label %19, label %6

6:
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 168
  %8 = load ptr, ptr %7, align 8
  br label %9

9:
  %10 = phi i64 [ 0, %6 ], [ %17, %9 ]
  %11 = phi i64 [ -3750763034362895579, %6 ], [ %16, %9 ]
  %12 = getelementptr inbounds nuw i8, ptr %8, i64 %10
  %13 = load i8, ptr %12, align 1
  %14 = zext i8 %13 to i64
  %15 = xor i64 %11, %14
  %16 = mul i64 %15, 1099511628211
  %17 = add nuw i64 %10, 1
  %18 = icmp eq i64 %17, %4
  br i1 %18, label %19, label %9

19:
  %20 = phi i64 [ -3750763034362895579, %2 ], [ %16, %9 ]
  %21 = lshr i64 %20, 29
  %22 = xor i64 %21, %20
  %23 = getelementptr inbounds nuw i8, ptr %0, i64 136
  %24 = load i64, ptr %23, align 8
  %25 = shl i64 %24, 1
  %26 = add i64 %25, -1
  %27 = getelementptr inbounds nuw i8, ptr %0, i64 112
  %28 = load ptr, ptr %27, align 8
  %29 = getelementptr inbounds nuw i8, ptr %0, i64 128
  %30 = load i64, ptr %29, align 8
  %31 = shl i64 %30, 5
  %32 = getelementptr inbounds nuw i8, ptr %28, i64 %31
  store i64 %22, ptr %32, align 8
  %33 = getelementptr inbounds nuw i8, ptr %0, i64 152
  %34 = load i64, ptr %33, align 8
  %35 = getelementptr inbounds nuw i8, ptr %32, i64 8
  store i64 %34, ptr %35, align 8
  %36 = load i64, ptr %3, align 8
  %37 = getelementptr inbounds nuw i8, ptr %32, i64 16
  store i64 %36, ptr %37, align 8
  %38 = getelementptr inbounds nuw i8, ptr %32, i64 24
  store i64 %1, ptr %38, align 8
  %39 = load i64, ptr %3, align 8
  %40 = icmp eq i64 %39, 0
  br i1 %40, label %44, label %41

41:
  %42 = getelementptr inbounds nuw i8, ptr %0, i64 168
  %43 = getelementptr inbounds nuw i8, ptr %0, i64 144
  br label %50

44:
  %45 = phi i64 [ 0, %19 ], [ %60, %50 ]
  %46 = load i64, ptr %33, align 8
  %47 = add i64 %46, %45
  store i64 %47, ptr %33, align 8
  %48 = getelementptr inbounds nuw i8, ptr %0, i64 120
  %49 = load ptr, ptr %48, align 8
  br label %62

50:
  %51 = phi i64 [ 0, %41 ], [ %59, %50 ]
  %52 = load ptr, ptr %42, align 8
  %53 = getelementptr inbounds nuw i8, ptr %52, i64 %51
  %54 = load i8, ptr %53, align 1
  %55 = load ptr, ptr %43, align 8
  %56 = load i64, ptr %33, align 8
  %57 = getelementptr i8, ptr %55, i64 %56
  %58 = getelementptr i8, ptr %57, i64 %51
  store i8 %54, ptr %58, align 1
  %59 = add nuw i64 %51, 1
  %60 = load i64, ptr %3, align 8
  %61 = icmp ult i64 %59, %60
  br i1 %61, label %50, label %44

62:
  %63 = phi i64 [ %22, %44 ], [ %68, %62 ]
  %64 = and i64 %63, %26
  %65 = getelementptr inbounds nuw i64, ptr %49, i64 %64
  %66 = load i64, ptr %65, align 8
  %67 = icmp eq i64 %66, 0
  %68 = add i64 %64, 1
  br i1 %67, label %69, label %62

69:
  %70 = getelementptr inbounds nuw i64, ptr %49, i64 %64
  %71 = load i64, ptr %29, align 8
  %72 = add i64 %71, 1
  store i64 %72, ptr %29, align 8
  store i64 %72, ptr %70, align 8
  ret void
}

declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #1

declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #1

define void @note_step(ptr nocapture noundef %0, i64 noundef %1, i64 noundef %2) local_unnamed_addr #0 {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 224
  %5 = load i64, ptr %4, align 8
  %6 = shl i64 %5, 32
  %7 = or i64 %6, %1
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 216
  %9 = load i64, ptr %8, align 8
  %10 = shl i64 %9, 1
  %11 = add i64 %10, -1
  %12 = mul i64 %7, -7046029254386353131
  %13 = lshr i64 %12, 32
  %14 = xor i64 %13, %12
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 200
  %16 = load ptr, ptr %15, align 8
  %17 = add i64 %7, 1
  br label %18

18:
  %19 = phi i64 [ %14, %3 ], [ %27, %18 ]
  %20 = and i64 %19, %11
  %21 = shl i64 %20, 1
  %22 = getelementptr inbounds nuw i64, ptr %16, i64 %21
  %23 = load i64, ptr %22, align 8
  %24 = icmp eq i64 %23, 0
  %25 = icmp eq i64 %23, %17
  %26 = select i1 %24, i1 true, i1 %25
  %27 = add i64 %20, 1
  br i1 %26, label %28, label %18

28:
  %29 = or disjoint i64 %21, 1
  br i1 %24, label %33, label %30

30:
  %31 = getelementptr inbounds nuw i64, ptr %16, i64 %29
  %32 = load i64, ptr %31, align 8
  br label %33

33:
  %34 = phi i64 [ %32, %30 ], [ -1, %28 ]
  %35 = getelementptr inbounds nuw i64, ptr %16, i64 %29
  store i64 %34, ptr %35, align 8
  %36 = load ptr, ptr %15, align 8
  %37 = getelementptr inbounds nuw i64, ptr %36, i64 %21
  %38 = load i64, ptr %4, align 8
  %39 = shl i64 %38, 32
  %40 = or i64 %39, %1
  %41 = add i64 %40, 1
  store i64 %41, ptr %37, align 8
  %42 = getelementptr inbounds nuw i8, ptr %37, i64 8
  store i64 %2, ptr %42, align 8
  %43 = getelementptr inbounds nuw i8, ptr %0, i64 208
  %44 = load i64, ptr %43, align 8
  %45 = add i64 %44, 1
  store i64 %45, ptr %43, align 8
  ret void
}

define void @pass_group(ptr nocapture noundef %0, i64 noundef %1) local_unnamed_addr #0 {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 336
  %4 = load i64, ptr %3, align 8
  %5 = icmp eq i64 %4, 0
  br i1 %5, label %12, label %6

6:
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 320
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 328
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 296
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 304
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 312
  br label %23

12:
  %13 = phi i64 [ 0, %2 ], [ %66, %64 ]
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 344
  store i64 %13, ptr %14, align 8
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 248
  %16 = load i64, ptr %15, align 8
  %17 = icmp eq i64 %16, 0
  %18 = select i1 %17, i64 %13, i64 0
  %19 = getelementptr inbounds nuw i8, ptr %0, i64 232
  %20 = load i64, ptr %19, align 8
  %21 = add i64 %18, %20
  store i64 %21, ptr %19, align 8
  store i64 0, ptr %3, align 8
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 224
  store i64 %1, ptr %22, align 8
  ret void

23:
  %24 = phi i64 [ 0, %6 ], [ %65, %64 ]
  %25 = load ptr, ptr %7, align 8
  %26 = mul i64 %24, 48
  %27 = getelementptr inbounds nuw i8, ptr %25, i64 %26
  %28 = getelementptr inbounds nuw i8, ptr %27, i64 8
  %29 = load i64, ptr %28, align 8
  %30 = load ptr, ptr %8, align 8
  %31 = shl i64 %24, 1
  %32 = getelementptr inbounds nuw i64, ptr %30, i64 %31
  store i64 %29, ptr %32, align 8
  %33 = getelementptr inbounds nuw i8, ptr %27, i64 16
  %34 = load i64, ptr %33, align 8
  %35 = load ptr, ptr %8, align 8
  %36 = or disjoint i64 %31, 1
  %37 = getelementptr inbounds nuw i64, ptr %35, i64 %36
  store i64 %34, ptr %37, align 8
  %38 = getelementptr inbounds nuw i8, ptr %27, i64 24
  %39 = load i64, ptr %38, align 8
  %40 = load i64, ptr %9, align 8
  %41 = icmp eq i64 %39, %40
  br i1 %41, label %45, label %42

42:
  %43 = load i64, ptr %10, align 8
  %44 = icmp eq i64 %43, -1
  br i1 %44, label %45, label %48

45:
  store i64 %39, ptr %9, align 8
  %46 = getelementptr inbounds nuw i8, ptr %27, i64 40
  %47 = load i64, ptr %46, align 8
  store i64 %47, ptr %10, align 8
  br label %64

48:
  %49 = getelementptr inbounds nuw i8, ptr %27, i64 40
  %50 = load i64, ptr %49, align 8
  %51 = bitcast i64 %50 to double
  %52 = bitcast i64 %43 to double
  %53 = fcmp ult double %51, %52
  br i1 %53, label %57, label %54

54:
  store i64 %43, ptr %11, align 8
  %55 = load i64, ptr %38, align 8
  store i64 %55, ptr %9, align 8
  %56 = load i64, ptr %49, align 8
  store i64 %56, ptr %10, align 8
  br label %64

57:
  %58 = load i64, ptr %11, align 8
  %59 = icmp eq i64 %58, -1
  %60 = bitcast i64 %58 to double
  %61 = fcmp ogt double %51, %60
  %62 = or i1 %59, %61
  br i1 %62, label %63, label %64

63:
  store i64 %50, ptr %11, align 8
  br label %64

64:
  %65 = add nuw i64 %24, 1
  %66 = load i64, ptr %3, align 8
  %67 = icmp ult i64 %65, %66
  br i1 %67, label %23, label %12
}

define range(i64 0, 10) i64 @scan(ptr noundef %0) local_unnamed_addr #2 {
  %2 = alloca [8 x i8], align 1
  %3 = alloca [8 x i8], align 1
  %4 = alloca [8 x i8], align 1
  %5 = alloca %struct.fields, align 8
  %6 = alloca %struct.line, align 8
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 360
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 336
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 384
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 264
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 280
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 376
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 256
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 248
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 296
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 288
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 320
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %19 = getelementptr inbounds nuw i8, ptr %0, i64 352
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 240
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 392
  %23 = getelementptr inbounds nuw i8, ptr %0, i64 400
  %24 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %25 = getelementptr inbounds nuw i8, ptr %0, i64 128
  %26 = getelementptr inbounds nuw i8, ptr %0, i64 136
  %27 = getelementptr inbounds nuw i8, ptr %0, i64 152
  %28 = getelementptr inbounds nuw i8, ptr %0, i64 160
  %29 = getelementptr inbounds nuw i8, ptr %0, i64 208
  %30 = getelementptr inbounds nuw i8, ptr %0, i64 216
  %31 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %32 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %33 = getelementptr inbounds nuw i8, ptr %5, i64 8
  %34 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %35 = getelementptr inbounds nuw i8, ptr %5, i64 16
  %36 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %37 = getelementptr inbounds nuw i8, ptr %6, i64 5120
  %38 = getelementptr inbounds nuw i8, ptr %0, i64 368
  %39 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %40 = getelementptr inbounds nuw i8, ptr %0, i64 96
  %41 = getelementptr inbounds nuw i8, ptr %6, i64 512
  %42 = getelementptr inbounds nuw i8, ptr %0, i64 272
  %43 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %44 = getelementptr inbounds nuw i8, ptr %0, i64 168
  %45 = getelementptr inbounds nuw i8, ptr %0, i64 176
  %46 = getelementptr inbounds nuw i8, ptr %0, i64 120
  %47 = getelementptr inbounds nuw i8, ptr %0, i64 112
  %48 = getelementptr inbounds nuw i8, ptr %0, i64 144
  %49 = getelementptr inbounds nuw i8, ptr %0, i64 104
  %50 = getelementptr inbounds nuw i8, ptr %0, i64 184
  %51 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %52 = getelementptr inbounds nuw i8, ptr %0, i64 48
  br label %53

53:
  %54 = load i64, ptr %7, align 8
  switch i64 %54, label %725 [
    i64 0, label %55
    i64 1, label %77
    i64 2, label %606
    i64 3, label %717
  ]

55:
  %56 = load i64, ptr %21, align 8
  %57 = load i64, ptr %51, align 8
  %58 = icmp eq i64 %56, %57
  br i1 %58, label %59, label %68

59:
  %60 = load i64, ptr %52, align 8
  %61 = icmp eq i64 %60, 0
  br i1 %61, label %726, label %62

62:
  %63 = load i64, ptr %8, align 8
  %64 = icmp eq i64 %63, 0
  br i1 %64, label %726, label %65

65:
  %66 = call fastcc i64 @take_group(ptr noundef nonnull %0)
  %67 = icmp eq i64 %66, -1
  br i1 %67, label %725, label %726

68:
  %69 = load ptr, ptr %0, align 8
  br label %70

70:
  %71 = phi i64 [ %56, %68 ], [ %75, %70 ]
  store i64 %71, ptr %23, align 8
  %72 = getelementptr inbounds nuw i8, ptr %69, i64 %71
  %73 = load i8, ptr %72, align 1
  %74 = icmp eq i8 %73, 10
  %75 = add i64 %71, 1
  br i1 %74, label %76, label %70

76:
  store i64 %75, ptr %23, align 8
  br label %723

77:
  %78 = load i64, ptr %25, align 8
  %79 = load i64, ptr %26, align 8
  %80 = icmp ult i64 %78, %79
  br i1 %80, label %81, label %90

81:
  %82 = load i64, ptr %27, align 8
  %83 = add i64 %82, 65536
  %84 = load i64, ptr %28, align 8
  %85 = icmp ult i64 %83, %84
  br i1 %85, label %86, label %90

86:
  %87 = load i64, ptr %29, align 8
  %88 = load i64, ptr %30, align 8
  %89 = icmp ult i64 %87, %88
  br i1 %89, label %93, label %90

90:
  %91 = getelementptr inbounds nuw i8, ptr %0, i64 408
  store i64 0, ptr %91, align 8
  %92 = getelementptr inbounds nuw i8, ptr %0, i64 416
  store i64 0, ptr %92, align 8
  br label %726

93:
  %94 = load i64, ptr %24, align 8
  %95 = icmp eq i64 %94, 0
  br i1 %95, label %98, label %96

96:
  %97 = load ptr, ptr %31, align 8
  br label %102

98:
  %99 = load ptr, ptr %0, align 8
  %100 = load i64, ptr %21, align 8
  %101 = getelementptr inbounds nuw i8, ptr %99, i64 %100
  br label %102

102:
  %103 = phi ptr [ %97, %96 ], [ %101, %98 ]
  call void @llvm.lifetime.start.p0(i64 24, ptr nonnull %5) #6
  %104 = load ptr, ptr %32, align 8
  store ptr %104, ptr %5, align 8
  %105 = load ptr, ptr %34, align 8
  store ptr %105, ptr %33, align 8
  %106 = load i64, ptr %36, align 8
  store i64 %106, ptr %35, align 8
  call void @llvm.lifetime.start.p0(i64 5128, ptr nonnull %6) #6
  store i64 0, ptr %37, align 8
  %107 = icmp eq i64 %106, 0
  br i1 %107, label %108, label %114

108:
  br label %109

109:
  %110 = phi ptr [ %113, %112 ], [ %103, %108 ]
  %111 = load i8, ptr %110, align 1
  switch i8 %111, label %120 [
    i8 32, label %112
    i8 9, label %112
    i8 13, label %112
    i8 10, label %119
  ]

112:
  %113 = getelementptr inbounds nuw i8, ptr %110, i64 1
  br label %109

114:
  %115 = phi i64 [ %117, %114 ], [ 0, %102 ]
  %116 = getelementptr inbounds nuw [64 x ptr], ptr %6, i64 0, i64 %115
  store ptr null, ptr %116, align 8
  %117 = add nuw i64 %115, 1
  %118 = icmp eq i64 %117, %106
  br i1 %118, label %108, label %114

119:
  store i64 -1, ptr %38, align 8
  call void @llvm.lifetime.end.p0(i64 5128, ptr nonnull %6) #6
  call void @llvm.lifetime.end.p0(i64 24, ptr nonnull %5) #6
  br label %602

120:
  %121 = call fastcc ptr @after_object(ptr noundef %6, ptr noundef nonnull %5, ptr noundef nonnull %110, i64 noundef 0)
  %122 = icmp eq ptr %121, null
  br i1 %122, label %588, label %123

123:
  %124 = phi ptr [ %127, %126 ], [ %121, %120 ]
  %125 = load i8, ptr %124, align 1
  switch i8 %125, label %588 [
    i8 32, label %126
    i8 9, label %126
    i8 13, label %126
    i8 10, label %128
  ]

126:
  %127 = getelementptr inbounds nuw i8, ptr %124, i64 1
  br label %123

128:
  %129 = load i64, ptr %39, align 8
  %130 = getelementptr inbounds nuw [64 x ptr], ptr %6, i64 0, i64 %129
  %131 = load ptr, ptr %130, align 8
  %132 = icmp eq ptr %131, null
  br i1 %132, label %588, label %133

133:
  %134 = load i64, ptr %40, align 8
  %135 = icmp eq i64 %134, -1
  br i1 %135, label %250, label %136

136:
  %137 = getelementptr inbounds nuw [64 x ptr], ptr %6, i64 0, i64 %134
  %138 = load ptr, ptr %137, align 8
  %139 = icmp eq ptr %138, null
  br i1 %139, label %588, label %140

140:
  %141 = load i8, ptr %138, align 1
  %142 = add i8 %141, -48
  %143 = icmp ult i8 %142, 10
  %144 = icmp eq i8 %141, 45
  %145 = or i1 %144, %143
  br i1 %145, label %146, label %588

146:
  %147 = getelementptr inbounds nuw [64 x ptr], ptr %41, i64 0, i64 %134
  %148 = load ptr, ptr %147, align 8
  %149 = zext i1 %144 to i64
  %150 = getelementptr inbounds nuw i8, ptr %138, i64 %149
  %151 = icmp ult ptr %150, %148
  br i1 %151, label %152, label %188

152:
  %153 = ptrtoint ptr %148 to i64
  %154 = ptrtoint ptr %138 to i64
  %155 = sub i64 %153, %154
  %156 = getelementptr i8, ptr %138, i64 %155
  br label %157

157:
  %158 = phi i8 [ %185, %181 ], [ 0, %152 ]
  %159 = phi i64 [ %184, %181 ], [ 0, %152 ]
  %160 = phi i64 [ %183, %181 ], [ 0, %152 ]
  %161 = phi i64 [ %182, %181 ], [ 0, %152 ]
  %162 = phi ptr [ %186, %181 ], [ %150, %152 ]
  %163 = load i8, ptr %162, align 1
  %164 = icmp eq i8 %163, 46
  br i1 %164, label %181, label %165

165:
  %166 = add i8 %163, -48
  %167 = icmp ult i8 %166, 10
  br i1 %167, label %168, label %188

168:
  %169 = icmp eq i64 %160, 0
  br i1 %169, label %173, label %170

170:
  %171 = add i64 %161, 1
  %172 = icmp ugt i64 %171, 18
  br i1 %172, label %588, label %173

173:
  %174 = phi i64 [ %171, %170 ], [ %161, %168 ]
  %175 = mul i64 %160, 10
  %176 = zext nneg i8 %163 to i64
  %177 = add i64 %175, -48
  %178 = add i64 %177, %176
  %179 = zext nneg i8 %158 to i64
  %180 = add i64 %159, %179
  br label %181

181:
  %182 = phi i64 [ %174, %173 ], [ %161, %157 ]
  %183 = phi i64 [ %178, %173 ], [ %160, %157 ]
  %184 = phi i64 [ %180, %173 ], [ %159, %157 ]
  %185 = phi i8 [ %158, %173 ], [ 1, %157 ]
  %186 = getelementptr inbounds nuw i8, ptr %162, i64 1
  %187 = icmp ult ptr %186, %148
  br i1 %187, label %157, label %188

188:
  %189 = phi ptr [ %150, %146 ], [ %156, %181 ], [ %162, %165 ]
  %190 = phi i64 [ 0, %146 ], [ %183, %181 ], [ %160, %165 ]
  %191 = phi i64 [ 0, %146 ], [ %184, %181 ], [ %159, %165 ]
  %192 = icmp ne ptr %189, %148
  %193 = icmp ugt i64 %191, 18
  %194 = select i1 %192, i1 true, i1 %193
  br i1 %194, label %588, label %195

195:
  %196 = uitofp i64 %190 to double
  %197 = icmp ne i64 %191, 0
  %198 = icmp ult i64 %190, 9007199254740993
  %199 = select i1 %197, i1 %198, i1 false
  br i1 %199, label %200, label %204

200:
  %201 = getelementptr inbounds nuw [23 x double], ptr @read_double.tens, i64 0, i64 %191
  %202 = load double, ptr %201, align 8
  %203 = fdiv double %196, %202
  br label %245

204:
  br i1 %197, label %214, label %245

205:
  %206 = udiv i64 %190, %217
  %207 = urem i64 %190, %217
  %208 = icmp sgt i64 %206, -1
  br i1 %208, label %220, label %209

209:
  %210 = icmp ne i64 %207, 0
  %211 = zext i1 %210 to i64
  %212 = or i64 %206, %211
  %213 = uitofp i64 %212 to double
  br label %245

214:
  %215 = phi i64 [ %218, %214 ], [ 0, %204 ]
  %216 = phi i64 [ %217, %214 ], [ 1, %204 ]
  %217 = mul i64 %216, 10
  %218 = add nuw nsw i64 %215, 1
  %219 = icmp eq i64 %218, %191
  br i1 %219, label %205, label %214

220:
  %221 = phi i64 [ %230, %220 ], [ %207, %205 ]
  %222 = phi i64 [ %228, %220 ], [ %206, %205 ]
  %223 = phi i64 [ %231, %220 ], [ 0, %205 ]
  %224 = shl i64 %221, 1
  %225 = shl nuw i64 %222, 1
  %226 = icmp uge i64 %224, %217
  %227 = zext i1 %226 to i64
  %228 = or disjoint i64 %225, %227
  %229 = select i1 %226, i64 %217, i64 0
  %230 = sub i64 %224, %229
  %231 = add i64 %223, 1
  %232 = icmp sgt i64 %225, -1
  br i1 %232, label %220, label %233

233:
  %234 = icmp ne i64 %230, 0
  %235 = zext i1 %234 to i64
  %236 = or i64 %228, %235
  %237 = uitofp i64 %236 to double
  %238 = icmp eq i64 %231, 0
  br i1 %238, label %245, label %239

239:
  %240 = phi i64 [ %243, %239 ], [ %231, %233 ]
  %241 = phi double [ %242, %239 ], [ %237, %233 ]
  %242 = fmul double %241, 5.000000e-01
  %243 = add i64 %240, -1
  %244 = icmp eq i64 %243, 0
  br i1 %244, label %245, label %239

245:
  %246 = phi double [ %203, %200 ], [ %196, %204 ], [ %237, %233 ], [ %213, %209 ], [ %242, %239 ]
  %247 = fneg double %246
  %248 = select i1 %144, double %247, double %246
  %249 = bitcast double %248 to i64
  br label %250

250:
  %251 = phi i64 [ 0, %133 ], [ %249, %245 ]
  store i64 %251, ptr %9, align 8
  %252 = load i64, ptr %42, align 8
  store i64 %252, ptr %12, align 8
  %253 = load i64, ptr %43, align 8
  %254 = icmp eq i64 %253, -1
  br i1 %254, label %255, label %257

255:
  %256 = load ptr, ptr %44, align 8
  br label %357

257:
  %258 = getelementptr inbounds nuw [64 x ptr], ptr %6, i64 0, i64 %253
  %259 = load ptr, ptr %258, align 8
  %260 = icmp eq ptr %259, null
  br i1 %260, label %588, label %261

261:
  %262 = load ptr, ptr %44, align 8
  store i8 110, ptr %262, align 1
  store i64 1, ptr %45, align 8
  %263 = load i64, ptr %43, align 8
  %264 = getelementptr inbounds nuw [64 x ptr], ptr %6, i64 0, i64 %263
  %265 = load ptr, ptr %264, align 8
  %266 = getelementptr inbounds nuw [64 x ptr], ptr %41, i64 0, i64 %263
  %267 = load ptr, ptr %266, align 8
  %268 = ptrtoint ptr %267 to i64
  %269 = ptrtoint ptr %265 to i64
  %270 = sub i64 %268, %269
  %271 = add i64 %270, 1
  %272 = icmp ult i64 %271, 65537
  br i1 %272, label %273, label %588

273:
  %274 = icmp eq ptr %267, %265
  br i1 %274, label %289, label %275

275:
  %276 = phi i64 [ %283, %275 ], [ 0, %273 ]
  %277 = getelementptr inbounds nuw i8, ptr %265, i64 %276
  %278 = load i8, ptr %277, align 1
  %279 = load ptr, ptr %44, align 8
  %280 = load i64, ptr %45, align 8
  %281 = getelementptr i8, ptr %279, i64 %280
  %282 = getelementptr i8, ptr %281, i64 %276
  store i8 %278, ptr %282, align 1
  %283 = add nuw i64 %276, 1
  %284 = icmp eq i64 %283, %270
  br i1 %284, label %285, label %275

285:
  %286 = load i64, ptr %45, align 8
  %287 = add i64 %286, %270
  store i64 %287, ptr %45, align 8
  %288 = icmp eq i64 %287, 0
  br i1 %288, label %302, label %289

289:
  %290 = phi i64 [ %287, %285 ], [ 1, %273 ]
  %291 = load ptr, ptr %44, align 8
  br label %292

292:
  %293 = phi i64 [ 0, %289 ], [ %300, %292 ]
  %294 = phi i64 [ -3750763034362895579, %289 ], [ %299, %292 ]
  %295 = getelementptr inbounds nuw i8, ptr %291, i64 %293
  %296 = load i8, ptr %295, align 1
  %297 = zext i8 %296 to i64
  %298 = xor i64 %294, %297
  %299 = mul i64 %298, 1099511628211
  %300 = add nuw i64 %293, 1
  %301 = icmp eq i64 %300, %290
  br i1 %301, label %302, label %292

302:
  %303 = phi i1 [ true, %285 ], [ false, %292 ]
  %304 = phi i64 [ 0, %285 ], [ %290, %292 ]
  %305 = phi i64 [ -3750763034362895579, %285 ], [ %299, %292 ]
  %306 = lshr i64 %305, 29
  %307 = xor i64 %306, %305
  %308 = load i64, ptr %26, align 8
  %309 = shl i64 %308, 1
  %310 = add i64 %309, -1
  %311 = load ptr, ptr %46, align 8
  %312 = and i64 %310, %307
  %313 = getelementptr inbounds nuw i64, ptr %311, i64 %312
  %314 = load i64, ptr %313, align 8
  %315 = icmp eq i64 %314, 0
  br i1 %315, label %352, label %316

316:
  %317 = load ptr, ptr %47, align 8
  br label %318

318:
  %319 = phi i64 [ %314, %316 ], [ %350, %346 ]
  %320 = phi i64 [ %312, %316 ], [ %348, %346 ]
  %321 = shl i64 %319, 5
  %322 = getelementptr i8, ptr %317, i64 %321
  %323 = getelementptr i8, ptr %322, i64 -32
  %324 = load i64, ptr %323, align 8
  %325 = icmp eq i64 %324, %307
  br i1 %325, label %326, label %346

326:
  %327 = getelementptr i8, ptr %322, i64 -16
  %328 = load i64, ptr %327, align 8
  %329 = icmp eq i64 %328, %304
  br i1 %329, label %330, label %346

330:
  %331 = load ptr, ptr %48, align 8
  %332 = getelementptr i8, ptr %322, i64 -24
  %333 = load i64, ptr %332, align 8
  %334 = getelementptr inbounds nuw i8, ptr %331, i64 %333
  %335 = load ptr, ptr %44, align 8
  br i1 %303, label %353, label %339

336:
  %337 = add nuw i64 %340, 1
  %338 = icmp eq i64 %337, %304
  br i1 %338, label %353, label %339

339:
  %340 = phi i64 [ %337, %336 ], [ 0, %330 ]
  %341 = getelementptr inbounds nuw i8, ptr %334, i64 %340
  %342 = load i8, ptr %341, align 1
  %343 = getelementptr inbounds nuw i8, ptr %335, i64 %340
  %344 = load i8, ptr %343, align 1
  %345 = icmp eq i8 %342, %344
  br i1 %345, label %336, label %346

346:
  %347 = add i64 %320, 1
  %348 = and i64 %347, %310
  %349 = getelementptr inbounds nuw i64, ptr %311, i64 %348
  %350 = load i64, ptr %349, align 8
  %351 = icmp eq i64 %350, 0
  br i1 %351, label %352, label %318

352:
  store i64 -1, ptr %12, align 8
  br label %588

353:
  %354 = getelementptr i8, ptr %322, i64 -8
  %355 = load i64, ptr %354, align 8
  store i64 %355, ptr %12, align 8
  %356 = icmp eq i64 %355, -1
  br i1 %356, label %588, label %357

357:
  %358 = phi ptr [ %256, %255 ], [ %335, %353 ]
  store i8 107, ptr %358, align 1
  store i64 1, ptr %45, align 8
  %359 = load i64, ptr %39, align 8
  %360 = getelementptr inbounds nuw [64 x ptr], ptr %6, i64 0, i64 %359
  %361 = load ptr, ptr %360, align 8
  %362 = getelementptr inbounds nuw [64 x ptr], ptr %41, i64 0, i64 %359
  %363 = load ptr, ptr %362, align 8
  %364 = ptrtoint ptr %363 to i64
  %365 = ptrtoint ptr %361 to i64
  %366 = sub i64 %364, %365
  %367 = add i64 %366, 1
  %368 = icmp ult i64 %367, 65537
  br i1 %368, label %369, label %588

369:
  %370 = icmp eq ptr %363, %361
  br i1 %370, label %385, label %371

371:
  %372 = phi i64 [ %379, %371 ], [ 0, %369 ]
  %373 = getelementptr inbounds nuw i8, ptr %361, i64 %372
  %374 = load i8, ptr %373, align 1
  %375 = load ptr, ptr %44, align 8
  %376 = load i64, ptr %45, align 8
  %377 = getelementptr i8, ptr %375, i64 %376
  %378 = getelementptr i8, ptr %377, i64 %372
  store i8 %374, ptr %378, align 1
  %379 = add nuw i64 %372, 1
  %380 = icmp eq i64 %379, %366
  br i1 %380, label %381, label %371

381:
  %382 = load i64, ptr %45, align 8
  %383 = add i64 %382, %366
  store i64 %383, ptr %45, align 8
  %384 = icmp eq i64 %383, 0
  br i1 %384, label %398, label %385

385:
  %386 = phi i64 [ %383, %381 ], [ 1, %369 ]
  %387 = load ptr, ptr %44, align 8
  br label %388

388:
  %389 = phi i64 [ 0, %385 ], [ %396, %388 ]
  %390 = phi i64 [ -3750763034362895579, %385 ], [ %395, %388 ]
  %391 = getelementptr inbounds nuw i8, ptr %387, i64 %389
  %392 = load i8, ptr %391, align 1
  %393 = zext i8 %392 to i64
  %394 = xor i64 %390, %393
  %395 = mul i64 %394, 1099511628211
  %396 = add nuw i64 %389, 1
  %397 = icmp eq i64 %396, %386
  br i1 %397, label %398, label %388

398:
  %399 = phi i1 [ true, %381 ], [ false, %388 ]
  %400 = phi i64 [ 0, %381 ], [ %386, %388 ]
  %401 = phi i64 [ -3750763034362895579, %381 ], [ %395, %388 ]
  %402 = lshr i64 %401, 29
  %403 = xor i64 %402, %401
  %404 = load i64, ptr %26, align 8
  %405 = shl i64 %404, 1
  %406 = add i64 %405, -1
  %407 = load ptr, ptr %46, align 8
  %408 = and i64 %406, %403
  %409 = getelementptr inbounds nuw i64, ptr %407, i64 %408
  %410 = load i64, ptr %409, align 8
  %411 = icmp eq i64 %410, 0
  br i1 %411, label %448, label %412

412:
  %413 = load ptr, ptr %47, align 8
  br label %414

414:
  %415 = phi i64 [ %410, %412 ], [ %446, %442 ]
  %416 = phi i64 [ %408, %412 ], [ %444, %442 ]
  %417 = shl i64 %415, 5
  %418 = getelementptr i8, ptr %413, i64 %417
  %419 = getelementptr i8, ptr %418, i64 -32
  %420 = load i64, ptr %419, align 8
  %421 = icmp eq i64 %420, %403
  br i1 %421, label %422, label %442

422:
  %423 = getelementptr i8, ptr %418, i64 -16
  %424 = load i64, ptr %423, align 8
  %425 = icmp eq i64 %424, %400
  br i1 %425, label %426, label %442

426:
  %427 = load ptr, ptr %48, align 8
  %428 = getelementptr i8, ptr %418, i64 -24
  %429 = load i64, ptr %428, align 8
  %430 = getelementptr inbounds nuw i8, ptr %427, i64 %429
  %431 = load ptr, ptr %44, align 8
  br i1 %399, label %449, label %435

432:
  %433 = add nuw i64 %436, 1
  %434 = icmp eq i64 %433, %400
  br i1 %434, label %449, label %435

435:
  %436 = phi i64 [ %433, %432 ], [ 0, %426 ]
  %437 = getelementptr inbounds nuw i8, ptr %430, i64 %436
  %438 = load i8, ptr %437, align 1
  %439 = getelementptr inbounds nuw i8, ptr %431, i64 %436
  %440 = load i8, ptr %439, align 1
  %441 = icmp eq i8 %438, %440
  br i1 %441, label %432, label %442

442:
  %443 = add i64 %416, 1
  %444 = and i64 %443, %406
  %445 = getelementptr inbounds nuw i64, ptr %407, i64 %444
  %446 = load i64, ptr %445, align 8
  %447 = icmp eq i64 %446, 0
  br i1 %447, label %448, label %414

448:
  store i64 -1, ptr %38, align 8
  br label %588

449:
  %450 = getelementptr i8, ptr %418, i64 -8
  %451 = load i64, ptr %450, align 8
  store i64 %451, ptr %38, align 8
  %452 = icmp eq i64 %451, -1
  br i1 %452, label %588, label %453

453:
  %454 = load ptr, ptr %49, align 8
  %455 = shl i64 %451, 1
  %456 = getelementptr inbounds nuw i64, ptr %454, i64 %455
  %457 = load i64, ptr %456, align 8
  %458 = and i64 %457, 1
  %459 = icmp eq i64 %458, 0
  br i1 %459, label %460, label %592

460:
  %461 = or disjoint i64 %455, 1
  %462 = getelementptr inbounds nuw i64, ptr %454, i64 %461
  %463 = load i64, ptr %462, align 8
  store i8 99, ptr %431, align 1
  store i64 1, ptr %45, align 8
  %464 = load i64, ptr %38, align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %2) #6
  br label %475

465:
  %466 = phi i64 [ %473, %465 ], [ 0, %475 ]
  %467 = getelementptr inbounds nuw i8, ptr %2, i64 %466
  %468 = load i8, ptr %467, align 1
  %469 = load ptr, ptr %44, align 8
  %470 = load i64, ptr %45, align 8
  %471 = getelementptr i8, ptr %469, i64 %470
  %472 = getelementptr i8, ptr %471, i64 %466
  store i8 %468, ptr %472, align 1
  %473 = add nuw nsw i64 %466, 1
  %474 = icmp eq i64 %473, 8
  br i1 %474, label %483, label %465

475:
  %476 = phi i64 [ 0, %460 ], [ %481, %475 ]
  %477 = shl nuw nsw i64 %476, 3
  %478 = lshr i64 %464, %477
  %479 = trunc i64 %478 to i8
  %480 = getelementptr inbounds nuw [8 x i8], ptr %2, i64 0, i64 %476
  store i8 %479, ptr %480, align 1
  %481 = add nuw nsw i64 %476, 1
  %482 = icmp eq i64 %481, 8
  br i1 %482, label %465, label %475

483:
  %484 = load i64, ptr %45, align 8
  %485 = add i64 %484, 8
  store i64 %485, ptr %45, align 8
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %2) #6
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %3) #6
  br label %502

486:
  %487 = add i64 %484, 16
  %488 = icmp ult i64 %487, 65537
  br i1 %488, label %492, label %510

489:
  %490 = load i64, ptr %45, align 8
  %491 = add i64 %490, 8
  store i64 %491, ptr %45, align 8
  br label %510

492:
  %493 = phi i64 [ %500, %492 ], [ 0, %486 ]
  %494 = getelementptr inbounds nuw i8, ptr %3, i64 %493
  %495 = load i8, ptr %494, align 1
  %496 = load ptr, ptr %44, align 8
  %497 = load i64, ptr %45, align 8
  %498 = getelementptr i8, ptr %496, i64 %497
  %499 = getelementptr i8, ptr %498, i64 %493
  store i8 %495, ptr %499, align 1
  %500 = add nuw nsw i64 %493, 1
  %501 = icmp eq i64 %500, 8
  br i1 %501, label %489, label %492

502:
  %503 = phi i64 [ 0, %483 ], [ %508, %502 ]
  %504 = shl nuw nsw i64 %503, 3
  %505 = lshr i64 %463, %504
  %506 = trunc i64 %505 to i8
  %507 = getelementptr inbounds nuw [8 x i8], ptr %3, i64 0, i64 %503
  store i8 %506, ptr %507, align 1
  %508 = add nuw nsw i64 %503, 1
  %509 = icmp eq i64 %508, 8
  br i1 %509, label %486, label %502

510:
  %511 = phi i64 [ %485, %486 ], [ %491, %489 ]
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %3) #6
  %512 = load i64, ptr %36, align 8
  %513 = icmp eq i64 %512, 0
  br i1 %513, label %582, label %514

514:
  %515 = phi i64 [ %578, %577 ], [ %511, %510 ]
  %516 = phi i64 [ %579, %577 ], [ 0, %510 ]
  %517 = shl nuw i64 1, %516
  %518 = and i64 %517, %463
  %519 = icmp eq i64 %518, 0
  br i1 %519, label %577, label %520

520:
  %521 = getelementptr inbounds nuw [64 x ptr], ptr %6, i64 0, i64 %516
  %522 = load ptr, ptr %521, align 8
  %523 = icmp eq ptr %522, null
  br i1 %523, label %530, label %524

524:
  %525 = getelementptr inbounds nuw [64 x ptr], ptr %41, i64 0, i64 %516
  %526 = load ptr, ptr %525, align 8
  %527 = ptrtoint ptr %526 to i64
  %528 = ptrtoint ptr %522 to i64
  %529 = sub i64 %527, %528
  br label %530

530:
  %531 = phi i64 [ %529, %524 ], [ -1, %520 ]
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %4) #6
  br label %546

532:
  %533 = add i64 %515, 8
  %534 = icmp ult i64 %533, 65537
  br i1 %534, label %536, label %535

535:
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %4) #6
  br label %588

536:
  %537 = phi i64 [ %544, %536 ], [ 0, %532 ]
  %538 = getelementptr inbounds nuw i8, ptr %4, i64 %537
  %539 = load i8, ptr %538, align 1
  %540 = load ptr, ptr %44, align 8
  %541 = load i64, ptr %45, align 8
  %542 = getelementptr i8, ptr %540, i64 %541
  %543 = getelementptr i8, ptr %542, i64 %537
  store i8 %539, ptr %543, align 1
  %544 = add nuw nsw i64 %537, 1
  %545 = icmp eq i64 %544, 8
  br i1 %545, label %554, label %536

546:
  %547 = phi i64 [ 0, %530 ], [ %552, %546 ]
  %548 = shl nuw nsw i64 %547, 3
  %549 = lshr i64 %531, %548
  %550 = trunc i64 %549 to i8
  %551 = getelementptr inbounds nuw [8 x i8], ptr %4, i64 0, i64 %547
  store i8 %550, ptr %551, align 1
  %552 = add nuw nsw i64 %547, 1
  %553 = icmp eq i64 %552, 8
  br i1 %553, label %532, label %546

554:
  %555 = load i64, ptr %45, align 8
  %556 = add i64 %555, 8
  store i64 %556, ptr %45, align 8
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %4) #6
  br i1 %523, label %577, label %557

557:
  %558 = add i64 %556, %531
  %559 = icmp ult i64 %558, 65537
  br i1 %559, label %560, label %588

560:
  %561 = icmp eq i64 %531, 0
  br i1 %561, label %575, label %562

562:
  %563 = phi i64 [ %570, %562 ], [ 0, %560 ]
  %564 = getelementptr inbounds nuw i8, ptr %522, i64 %563
  %565 = load i8, ptr %564, align 1
  %566 = load ptr, ptr %44, align 8
  %567 = load i64, ptr %45, align 8
  %568 = getelementptr i8, ptr %566, i64 %567
  %569 = getelementptr i8, ptr %568, i64 %563
  store i8 %565, ptr %569, align 1
  %570 = add nuw i64 %563, 1
  %571 = icmp eq i64 %570, %531
  br i1 %571, label %572, label %562

572:
  %573 = load i64, ptr %45, align 8
  %574 = add i64 %573, %531
  br label %575

575:
  %576 = phi i64 [ %574, %572 ], [ %558, %560 ]
  store i64 %576, ptr %45, align 8
  br label %577

577:
  %578 = phi i64 [ %576, %575 ], [ %556, %554 ], [ %515, %514 ]
  %579 = add nuw i64 %516, 1
  %580 = load i64, ptr %36, align 8
  %581 = icmp ult i64 %579, %580
  br i1 %581, label %514, label %582

582:
  %583 = call fastcc i64 @number_of_key(ptr noundef nonnull %0)
  store i64 %583, ptr %22, align 8
  %584 = icmp eq i64 %583, -1
  br i1 %584, label %585, label %592

585:
  %586 = load i64, ptr %50, align 8
  %587 = add i64 %586, 1
  store i64 %587, ptr %50, align 8
  store i64 %586, ptr %22, align 8
  call void @name_key(ptr noundef nonnull %0, i64 noundef %586)
  br label %592

588:
  %589 = phi i64 [ 4, %352 ], [ 3, %448 ], [ 2, %535 ], [ 2, %557 ], [ 2, %170 ], [ 2, %123 ], [ 2, %128 ], [ 2, %120 ], [ 2, %188 ], [ 2, %140 ], [ 2, %136 ], [ 2, %257 ], [ 2, %261 ], [ 4, %353 ], [ 2, %357 ], [ 3, %449 ]
  %590 = getelementptr inbounds nuw i8, ptr %0, i64 408
  store i64 0, ptr %590, align 8
  %591 = getelementptr inbounds nuw i8, ptr %0, i64 416
  store i64 0, ptr %591, align 8
  call void @llvm.lifetime.end.p0(i64 5128, ptr nonnull %6) #6
  call void @llvm.lifetime.end.p0(i64 24, ptr nonnull %5) #6
  br label %726

592:
  %593 = load i64, ptr %38, align 8
  call void @llvm.lifetime.end.p0(i64 5128, ptr nonnull %6) #6
  call void @llvm.lifetime.end.p0(i64 24, ptr nonnull %5) #6
  %594 = icmp eq i64 %593, -1
  br i1 %594, label %602, label %595

595:
  %596 = load ptr, ptr %49, align 8
  %597 = shl i64 %593, 4
  %598 = getelementptr inbounds nuw i8, ptr %596, i64 %597
  %599 = load i64, ptr %598, align 8
  %600 = and i64 %599, 1
  %601 = icmp eq i64 %600, 0
  br i1 %601, label %723, label %602

602:
  %603 = load i64, ptr %23, align 8
  store i64 %603, ptr %21, align 8
  %604 = load i64, ptr %18, align 8
  %605 = add i64 %604, 1
  store i64 %605, ptr %18, align 8
  store i64 0, ptr %24, align 8
  br label %723

606:
  %607 = load double, ptr %9, align 8
  %608 = load double, ptr %10, align 8
  %609 = fsub double %607, %608
  %610 = load ptr, ptr %11, align 8
  %611 = load i64, ptr %12, align 8
  %612 = shl i64 %611, 5
  %613 = getelementptr inbounds nuw i8, ptr %610, i64 %612
  %614 = load i64, ptr %13, align 8
  %615 = icmp eq i64 %614, 2
  %616 = bitcast double %607 to i64
  br i1 %615, label %617, label %627

617:
  %618 = getelementptr inbounds nuw i8, ptr %613, i64 24
  %619 = load i64, ptr %618, align 8
  %620 = icmp eq i64 %619, -1
  br i1 %620, label %627, label %621

621:
  %622 = load double, ptr %613, align 8
  %623 = fcmp olt double %607, %622
  br i1 %623, label %624, label %627

624:
  %625 = getelementptr inbounds nuw i8, ptr %0, i64 408
  store i64 %611, ptr %625, align 8
  %626 = getelementptr inbounds nuw i8, ptr %0, i64 416
  store i64 0, ptr %626, align 8
  br label %726

627:
  %628 = load i64, ptr %14, align 8
  %629 = icmp eq i64 %628, 2
  br i1 %629, label %676, label %630

630:
  switch i64 %614, label %641 [
    i64 2, label %631
    i64 0, label %651
  ]

631:
  %632 = load i64, ptr %15, align 8
  %633 = icmp eq i64 %632, %611
  %634 = select i1 %633, i64 312, i64 304
  %635 = getelementptr inbounds nuw i8, ptr %0, i64 %634
  %636 = load i64, ptr %635, align 8
  %637 = icmp ne i64 %636, -1
  %638 = bitcast i64 %636 to double
  %639 = fcmp ule double %609, %638
  %640 = and i1 %637, %639
  br i1 %640, label %648, label %651

641:
  %642 = load i64, ptr %16, align 8
  %643 = icmp eq i64 %642, 0
  br i1 %643, label %651, label %644

644:
  %645 = getelementptr inbounds nuw i8, ptr %613, i64 24
  %646 = load i64, ptr %645, align 8
  %647 = icmp eq i64 %646, -1
  br i1 %647, label %648, label %651

648:
  %649 = getelementptr inbounds nuw i8, ptr %0, i64 408
  store i64 0, ptr %649, align 8
  %650 = getelementptr inbounds nuw i8, ptr %0, i64 416
  store i64 0, ptr %650, align 8
  br label %726

651:
  %652 = load i64, ptr %8, align 8
  %653 = icmp eq i64 %652, 0
  br i1 %653, label %676, label %654

654:
  br i1 %615, label %655, label %723

655:
  %656 = load ptr, ptr %17, align 8
  br label %657

657:
  %658 = phi i64 [ 0, %655 ], [ %669, %668 ]
  %659 = mul i64 %658, 48
  %660 = getelementptr inbounds nuw i8, ptr %656, i64 %659
  %661 = getelementptr inbounds nuw i8, ptr %660, i64 24
  %662 = load i64, ptr %661, align 8
  %663 = icmp eq i64 %662, %611
  br i1 %663, label %668, label %664

664:
  %665 = getelementptr inbounds nuw i8, ptr %660, i64 40
  %666 = load double, ptr %665, align 8
  %667 = fcmp olt double %666, %609
  br i1 %667, label %668, label %671

668:
  %669 = add nuw i64 %658, 1
  %670 = icmp eq i64 %669, %652
  br i1 %670, label %723, label %657

671:
  %672 = icmp eq i64 %652, 32
  br i1 %672, label %673, label %676

673:
  %674 = getelementptr inbounds nuw i8, ptr %0, i64 408
  store i64 0, ptr %674, align 8
  %675 = getelementptr inbounds nuw i8, ptr %0, i64 416
  store i64 0, ptr %675, align 8
  br label %726

676:
  %677 = getelementptr inbounds nuw i8, ptr %613, i64 24
  %678 = load i64, ptr %677, align 8
  %679 = icmp eq i64 %678, -1
  br i1 %679, label %680, label %684

680:
  %681 = load i64, ptr %16, align 8
  %682 = add i64 %681, 1
  store i64 %682, ptr %16, align 8
  store i64 %681, ptr %677, align 8
  %683 = load i64, ptr %9, align 8
  br label %684

684:
  %685 = phi i64 [ %683, %680 ], [ %616, %676 ]
  store i64 %685, ptr %613, align 8
  %686 = load i64, ptr %18, align 8
  %687 = add i64 %686, 1
  %688 = getelementptr inbounds nuw i8, ptr %613, i64 8
  store i64 %687, ptr %688, align 8
  %689 = load i64, ptr %19, align 8
  %690 = getelementptr inbounds nuw i8, ptr %613, i64 16
  store i64 %689, ptr %690, align 8
  %691 = load i64, ptr %20, align 8
  %692 = add i64 %691, 1
  store i64 %692, ptr %20, align 8
  %693 = load i64, ptr %14, align 8
  %694 = icmp eq i64 %693, 2
  br i1 %694, label %713, label %695

695:
  %696 = load ptr, ptr %17, align 8
  %697 = load i64, ptr %8, align 8
  %698 = add i64 %697, 1
  store i64 %698, ptr %8, align 8
  %699 = mul i64 %697, 48
  %700 = getelementptr inbounds nuw i8, ptr %696, i64 %699
  %701 = load i64, ptr %21, align 8
  store i64 %701, ptr %700, align 8
  %702 = load i64, ptr %18, align 8
  %703 = add i64 %702, 1
  %704 = getelementptr inbounds nuw i8, ptr %700, i64 8
  store i64 %703, ptr %704, align 8
  %705 = load i64, ptr %19, align 8
  %706 = getelementptr inbounds nuw i8, ptr %700, i64 16
  store i64 %705, ptr %706, align 8
  %707 = load i64, ptr %12, align 8
  %708 = getelementptr inbounds nuw i8, ptr %700, i64 24
  store i64 %707, ptr %708, align 8
  %709 = load i64, ptr %22, align 8
  %710 = getelementptr inbounds nuw i8, ptr %700, i64 32
  store i64 %709, ptr %710, align 8
  %711 = load i64, ptr %9, align 8
  %712 = getelementptr inbounds nuw i8, ptr %700, i64 40
  store i64 %711, ptr %712, align 8
  br label %713

713:
  %714 = load i64, ptr %23, align 8
  store i64 %714, ptr %21, align 8
  %715 = load i64, ptr %18, align 8
  %716 = add i64 %715, 1
  store i64 %716, ptr %18, align 8
  store i64 0, ptr %24, align 8
  br label %723

717:
  %718 = load i64, ptr %8, align 8
  %719 = icmp eq i64 %718, 0
  br i1 %719, label %723, label %720

720:
  %721 = call fastcc i64 @take_group(ptr noundef nonnull %0)
  %722 = icmp eq i64 %721, -1
  br i1 %722, label %723, label %726

723:
  %724 = phi i64 [ 1, %76 ], [ 0, %602 ], [ 0, %713 ], [ 2, %595 ], [ 3, %654 ], [ 2, %720 ], [ 2, %717 ], [ 3, %668 ]
  store i64 %724, ptr %7, align 8
  br label %725

725:
  br label %53

726:
  %727 = phi i64 [ 6, %90 ], [ %589, %588 ], [ 8, %673 ], [ 8, %648 ], [ 7, %624 ], [ %721, %720 ], [ 0, %62 ], [ %66, %65 ], [ 1, %59 ]
  ret i64 %727
}

define internal fastcc range(i64 -1, 10) i64 @take_group(ptr noundef %0) unnamed_addr #0 {
  %2 = alloca [8 x i8], align 1
  %3 = alloca [8 x i8], align 1
  %4 = alloca [8 x i8], align 1
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 248
  %6 = load i64, ptr %5, align 8
  %7 = icmp eq i64 %6, 0
  br i1 %7, label %76, label %8

8:
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 224
  %10 = load i64, ptr %9, align 8
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 336
  %12 = load i64, ptr %11, align 8
  %13 = icmp eq i64 %12, 0
  br i1 %13, label %69, label %14

14:
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 320
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 328
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 296
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 304
  %19 = getelementptr inbounds nuw i8, ptr %0, i64 312
  br label %20

20:
  %21 = phi i64 [ 0, %14 ], [ %62, %61 ]
  %22 = load ptr, ptr %15, align 8
  %23 = mul i64 %21, 48
  %24 = getelementptr inbounds nuw i8, ptr %22, i64 %23
  %25 = getelementptr inbounds nuw i8, ptr %24, i64 8
  %26 = load i64, ptr %25, align 8
  %27 = load ptr, ptr %16, align 8
  %28 = shl i64 %21, 1
  %29 = getelementptr inbounds nuw i64, ptr %27, i64 %28
  store i64 %26, ptr %29, align 8
  %30 = getelementptr inbounds nuw i8, ptr %24, i64 16
  %31 = load i64, ptr %30, align 8
  %32 = load ptr, ptr %16, align 8
  %33 = or disjoint i64 %28, 1
  %34 = getelementptr inbounds nuw i64, ptr %32, i64 %33
  store i64 %31, ptr %34, align 8
  %35 = getelementptr inbounds nuw i8, ptr %24, i64 24
  %36 = load i64, ptr %35, align 8
  %37 = load i64, ptr %17, align 8
  %38 = icmp eq i64 %36, %37
  br i1 %38, label %42, label %39

39:
  %40 = load i64, ptr %18, align 8
  %41 = icmp eq i64 %40, -1
  br i1 %41, label %42, label %45

42:
  store i64 %36, ptr %17, align 8
  %43 = getelementptr inbounds nuw i8, ptr %24, i64 40
  %44 = load i64, ptr %43, align 8
  store i64 %44, ptr %18, align 8
  br label %61

45:
  %46 = getelementptr inbounds nuw i8, ptr %24, i64 40
  %47 = load i64, ptr %46, align 8
  %48 = bitcast i64 %47 to double
  %49 = bitcast i64 %40 to double
  %50 = fcmp ult double %48, %49
  br i1 %50, label %54, label %51

51:
  store i64 %40, ptr %19, align 8
  %52 = load i64, ptr %35, align 8
  store i64 %52, ptr %17, align 8
  %53 = load i64, ptr %46, align 8
  store i64 %53, ptr %18, align 8
  br label %61

54:
  %55 = load i64, ptr %19, align 8
  %56 = icmp eq i64 %55, -1
  %57 = bitcast i64 %55 to double
  %58 = fcmp ogt double %48, %57
  %59 = or i1 %56, %58
  br i1 %59, label %60, label %61

60:
  store i64 %47, ptr %19, align 8
  br label %61

61:
  %62 = add nuw i64 %21, 1
  %63 = load i64, ptr %11, align 8
  %64 = icmp ult i64 %62, %63
  br i1 %64, label %20, label %65

65:
  %66 = load i64, ptr %5, align 8
  %67 = icmp eq i64 %66, 0
  %68 = select i1 %67, i64 %63, i64 0
  br label %69

69:
  %70 = phi i64 [ 0, %8 ], [ %68, %65 ]
  %71 = phi i64 [ 0, %8 ], [ %63, %65 ]
  %72 = getelementptr inbounds nuw i8, ptr %0, i64 344
  store i64 %71, ptr %72, align 8
  %73 = getelementptr inbounds nuw i8, ptr %0, i64 232
  %74 = load i64, ptr %73, align 8
  %75 = add i64 %70, %74
  store i64 %75, ptr %73, align 8
  store i64 0, ptr %11, align 8
  store i64 %10, ptr %9, align 8
  br label %478

76:
  %77 = getelementptr inbounds nuw i8, ptr %0, i64 128
  %78 = load i64, ptr %77, align 8
  %79 = getelementptr inbounds nuw i8, ptr %0, i64 136
  %80 = load i64, ptr %79, align 8
  %81 = icmp ult i64 %78, %80
  br i1 %81, label %82, label %95

82:
  %83 = getelementptr inbounds nuw i8, ptr %0, i64 152
  %84 = load i64, ptr %83, align 8
  %85 = add i64 %84, 65536
  %86 = getelementptr inbounds nuw i8, ptr %0, i64 160
  %87 = load i64, ptr %86, align 8
  %88 = icmp ult i64 %85, %87
  br i1 %88, label %89, label %95

89:
  %90 = getelementptr inbounds nuw i8, ptr %0, i64 208
  %91 = load i64, ptr %90, align 8
  %92 = getelementptr inbounds nuw i8, ptr %0, i64 216
  %93 = load i64, ptr %92, align 8
  %94 = icmp ult i64 %91, %93
  br i1 %94, label %98, label %95

95:
  %96 = getelementptr inbounds nuw i8, ptr %0, i64 408
  store i64 0, ptr %96, align 8
  %97 = getelementptr inbounds nuw i8, ptr %0, i64 416
  store i64 0, ptr %97, align 8
  br label %478

98:
  %99 = getelementptr inbounds nuw i8, ptr %0, i64 336
  %100 = load i64, ptr %99, align 8
  %101 = getelementptr inbounds nuw i8, ptr %0, i64 168
  %102 = load ptr, ptr %101, align 8
  store i8 103, ptr %102, align 1
  %103 = getelementptr inbounds nuw i8, ptr %0, i64 176
  store i64 1, ptr %103, align 8
  %104 = icmp eq i64 %100, 0
  br i1 %104, label %235, label %105

105:
  %106 = getelementptr inbounds nuw i8, ptr %0, i64 320
  %107 = icmp eq i64 %100, 1
  %108 = getelementptr inbounds nuw i8, ptr %0, i64 264
  %109 = getelementptr inbounds nuw i8, ptr %0, i64 280
  br label %110

110:
  %111 = phi i64 [ 1, %105 ], [ %212, %211 ]
  %112 = phi i64 [ 0, %105 ], [ %213, %211 ]
  %113 = load ptr, ptr %106, align 8
  %114 = mul i64 %112, 48
  %115 = getelementptr inbounds nuw i8, ptr %113, i64 %114
  %116 = getelementptr inbounds nuw i8, ptr %115, i64 32
  %117 = load i64, ptr %116, align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %4) #6
  br label %134

118:
  %119 = add i64 %111, 8
  %120 = icmp ult i64 %119, 65537
  br i1 %120, label %124, label %142

121:
  %122 = load i64, ptr %103, align 8
  %123 = add i64 %122, 8
  store i64 %123, ptr %103, align 8
  br label %142

124:
  %125 = phi i64 [ %132, %124 ], [ 0, %118 ]
  %126 = getelementptr inbounds nuw i8, ptr %4, i64 %125
  %127 = load i8, ptr %126, align 1
  %128 = load ptr, ptr %101, align 8
  %129 = load i64, ptr %103, align 8
  %130 = getelementptr i8, ptr %128, i64 %129
  %131 = getelementptr i8, ptr %130, i64 %125
  store i8 %127, ptr %131, align 1
  %132 = add nuw nsw i64 %125, 1
  %133 = icmp eq i64 %132, 8
  br i1 %133, label %121, label %124

134:
  %135 = phi i64 [ 0, %110 ], [ %140, %134 ]
  %136 = shl nuw nsw i64 %135, 3
  %137 = lshr i64 %117, %136
  %138 = trunc i64 %137 to i8
  %139 = getelementptr inbounds nuw [8 x i8], ptr %4, i64 0, i64 %135
  store i8 %138, ptr %139, align 1
  %140 = add nuw nsw i64 %135, 1
  %141 = icmp eq i64 %140, 8
  br i1 %141, label %118, label %134

142:
  %143 = phi i64 [ %111, %118 ], [ %123, %121 ]
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %4) #6
  br i1 %107, label %232, label %144

144:
  %145 = load ptr, ptr %106, align 8
  %146 = getelementptr i8, ptr %145, i64 40
  %147 = getelementptr inbounds nuw i8, ptr %115, i64 40
  %148 = load double, ptr %147, align 8
  %149 = load double, ptr %108, align 8
  %150 = fsub double %148, %149
  br label %215

151:
  %152 = load ptr, ptr %109, align 8
  %153 = getelementptr inbounds nuw i8, ptr %115, i64 24
  %154 = load i64, ptr %153, align 8
  %155 = shl i64 %154, 2
  %156 = or disjoint i64 %155, 3
  %157 = getelementptr inbounds nuw i64, ptr %152, i64 %156
  %158 = load i64, ptr %157, align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %3) #6
  br label %175

159:
  %160 = add i64 %143, 8
  %161 = icmp ult i64 %160, 65537
  br i1 %161, label %165, label %183

162:
  %163 = load i64, ptr %103, align 8
  %164 = add i64 %163, 8
  store i64 %164, ptr %103, align 8
  br label %183

165:
  %166 = phi i64 [ %173, %165 ], [ 0, %159 ]
  %167 = getelementptr inbounds nuw i8, ptr %3, i64 %166
  %168 = load i8, ptr %167, align 1
  %169 = load ptr, ptr %101, align 8
  %170 = load i64, ptr %103, align 8
  %171 = getelementptr i8, ptr %169, i64 %170
  %172 = getelementptr i8, ptr %171, i64 %166
  store i8 %168, ptr %172, align 1
  %173 = add nuw nsw i64 %166, 1
  %174 = icmp eq i64 %173, 8
  br i1 %174, label %162, label %165

175:
  %176 = phi i64 [ 0, %151 ], [ %181, %175 ]
  %177 = shl nuw nsw i64 %176, 3
  %178 = lshr i64 %158, %177
  %179 = trunc i64 %178 to i8
  %180 = getelementptr inbounds nuw [8 x i8], ptr %3, i64 0, i64 %176
  store i8 %179, ptr %180, align 1
  %181 = add nuw nsw i64 %176, 1
  %182 = icmp eq i64 %181, 8
  br i1 %182, label %159, label %175

183:
  %184 = phi i64 [ %143, %159 ], [ %164, %162 ]
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %3) #6
  %185 = shl i64 %229, 32
  %186 = or i64 %185, %225
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %2) #6
  br label %203

187:
  %188 = add i64 %184, 8
  %189 = icmp ult i64 %188, 65537
  br i1 %189, label %193, label %211

190:
  %191 = load i64, ptr %103, align 8
  %192 = add i64 %191, 8
  store i64 %192, ptr %103, align 8
  br label %211

193:
  %194 = phi i64 [ %201, %193 ], [ 0, %187 ]
  %195 = getelementptr inbounds nuw i8, ptr %2, i64 %194
  %196 = load i8, ptr %195, align 1
  %197 = load ptr, ptr %101, align 8
  %198 = load i64, ptr %103, align 8
  %199 = getelementptr i8, ptr %197, i64 %198
  %200 = getelementptr i8, ptr %199, i64 %194
  store i8 %196, ptr %200, align 1
  %201 = add nuw nsw i64 %194, 1
  %202 = icmp eq i64 %201, 8
  br i1 %202, label %190, label %193

203:
  %204 = phi i64 [ 0, %183 ], [ %209, %203 ]
  %205 = shl nuw nsw i64 %204, 3
  %206 = lshr i64 %186, %205
  %207 = trunc i64 %206 to i8
  %208 = getelementptr inbounds nuw [8 x i8], ptr %2, i64 0, i64 %204
  store i8 %207, ptr %208, align 1
  %209 = add nuw nsw i64 %204, 1
  %210 = icmp eq i64 %209, 8
  br i1 %210, label %187, label %203

211:
  %212 = phi i64 [ %184, %187 ], [ %192, %190 ]
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %2) #6
  %213 = add nuw i64 %112, 1
  %214 = icmp eq i64 %213, %100
  br i1 %214, label %232, label %110

215:
  %216 = phi i64 [ 0, %144 ], [ %230, %215 ]
  %217 = phi i64 [ 0, %144 ], [ %229, %215 ]
  %218 = phi i64 [ 0, %144 ], [ %225, %215 ]
  %219 = mul i64 %216, 48
  %220 = getelementptr i8, ptr %146, i64 %219
  %221 = load double, ptr %220, align 8
  %222 = fcmp olt double %221, %148
  %223 = zext i1 %222 to i64
  %224 = shl nuw i64 %223, %216
  %225 = or i64 %224, %218
  %226 = fcmp olt double %221, %150
  %227 = zext i1 %226 to i64
  %228 = shl nuw i64 %227, %216
  %229 = or i64 %228, %217
  %230 = add nuw i64 %216, 1
  %231 = icmp eq i64 %230, %100
  br i1 %231, label %151, label %215

232:
  %233 = phi i64 [ %143, %142 ], [ %212, %211 ]
  %234 = icmp eq i64 %233, 0
  br i1 %234, label %248, label %235

235:
  %236 = phi i64 [ %233, %232 ], [ 1, %98 ]
  %237 = load ptr, ptr %101, align 8
  br label %238

238:
  %239 = phi i64 [ 0, %235 ], [ %246, %238 ]
  %240 = phi i64 [ -3750763034362895579, %235 ], [ %245, %238 ]
  %241 = getelementptr inbounds nuw i8, ptr %237, i64 %239
  %242 = load i8, ptr %241, align 1
  %243 = zext i8 %242 to i64
  %244 = xor i64 %240, %243
  %245 = mul i64 %244, 1099511628211
  %246 = add nuw i64 %239, 1
  %247 = icmp eq i64 %246, %236
  br i1 %247, label %248, label %238

248:
  %249 = phi i1 [ true, %232 ], [ false, %238 ]
  %250 = phi i64 [ 0, %232 ], [ %236, %238 ]
  %251 = phi i64 [ -3750763034362895579, %232 ], [ %245, %238 ]
  %252 = lshr i64 %251, 29
  %253 = xor i64 %252, %251
  %254 = load i64, ptr %79, align 8
  %255 = shl i64 %254, 1
  %256 = add i64 %255, -1
  %257 = getelementptr inbounds nuw i8, ptr %0, i64 120
  %258 = load ptr, ptr %257, align 8
  %259 = and i64 %256, %253
  %260 = getelementptr inbounds nuw i64, ptr %258, i64 %259
  %261 = load i64, ptr %260, align 8
  %262 = icmp eq i64 %261, 0
  br i1 %262, label %305, label %263

263:
  %264 = getelementptr inbounds nuw i8, ptr %0, i64 112
  %265 = load ptr, ptr %264, align 8
  %266 = getelementptr inbounds nuw i8, ptr %0, i64 144
  br label %267

267:
  %268 = phi i64 [ %261, %263 ], [ %299, %295 ]
  %269 = phi i64 [ %259, %263 ], [ %297, %295 ]
  %270 = shl i64 %268, 5
  %271 = getelementptr i8, ptr %265, i64 %270
  %272 = getelementptr i8, ptr %271, i64 -32
  %273 = load i64, ptr %272, align 8
  %274 = icmp eq i64 %273, %253
  br i1 %274, label %275, label %295

275:
  %276 = getelementptr i8, ptr %271, i64 -16
  %277 = load i64, ptr %276, align 8
  %278 = icmp eq i64 %277, %250
  br i1 %278, label %279, label %295

279:
  %280 = load ptr, ptr %266, align 8
  %281 = getelementptr i8, ptr %271, i64 -24
  %282 = load i64, ptr %281, align 8
  %283 = getelementptr inbounds nuw i8, ptr %280, i64 %282
  %284 = load ptr, ptr %101, align 8
  br i1 %249, label %301, label %288

285:
  %286 = add nuw i64 %289, 1
  %287 = icmp eq i64 %286, %250
  br i1 %287, label %301, label %288

288:
  %289 = phi i64 [ %286, %285 ], [ 0, %279 ]
  %290 = getelementptr inbounds nuw i8, ptr %283, i64 %289
  %291 = load i8, ptr %290, align 1
  %292 = getelementptr inbounds nuw i8, ptr %284, i64 %289
  %293 = load i8, ptr %292, align 1
  %294 = icmp eq i8 %291, %293
  br i1 %294, label %285, label %295

295:
  %296 = add i64 %269, 1
  %297 = and i64 %296, %256
  %298 = getelementptr inbounds nuw i64, ptr %258, i64 %297
  %299 = load i64, ptr %298, align 8
  %300 = icmp eq i64 %299, 0
  br i1 %300, label %305, label %267

301:
  %302 = getelementptr i8, ptr %271, i64 -8
  %303 = load i64, ptr %302, align 8
  %304 = icmp eq i64 %303, -1
  br i1 %304, label %305, label %367

305:
  %306 = getelementptr inbounds nuw i8, ptr %0, i64 192
  %307 = load i64, ptr %306, align 8
  %308 = add i64 %307, 1
  store i64 %308, ptr %306, align 8
  br i1 %249, label %321, label %309

309:
  %310 = load ptr, ptr %101, align 8
  br label %311

311:
  %312 = phi i64 [ 0, %309 ], [ %319, %311 ]
  %313 = phi i64 [ -3750763034362895579, %309 ], [ %318, %311 ]
  %314 = getelementptr inbounds nuw i8, ptr %310, i64 %312
  %315 = load i8, ptr %314, align 1
  %316 = zext i8 %315 to i64
  %317 = xor i64 %313, %316
  %318 = mul i64 %317, 1099511628211
  %319 = add nuw i64 %312, 1
  %320 = icmp eq i64 %319, %250
  br i1 %320, label %321, label %311

321:
  %322 = phi i64 [ -3750763034362895579, %305 ], [ %318, %311 ]
  %323 = lshr i64 %322, 29
  %324 = xor i64 %323, %322
  %325 = getelementptr inbounds nuw i8, ptr %0, i64 112
  %326 = load ptr, ptr %325, align 8
  %327 = load i64, ptr %77, align 8
  %328 = shl i64 %327, 5
  %329 = getelementptr inbounds nuw i8, ptr %326, i64 %328
  store i64 %324, ptr %329, align 8
  %330 = load i64, ptr %83, align 8
  %331 = getelementptr inbounds nuw i8, ptr %329, i64 8
  store i64 %330, ptr %331, align 8
  %332 = load i64, ptr %103, align 8
  %333 = getelementptr inbounds nuw i8, ptr %329, i64 16
  store i64 %332, ptr %333, align 8
  %334 = getelementptr inbounds nuw i8, ptr %329, i64 24
  store i64 %307, ptr %334, align 8
  %335 = load i64, ptr %103, align 8
  %336 = icmp eq i64 %335, 0
  br i1 %336, label %339, label %337

337:
  %338 = getelementptr inbounds nuw i8, ptr %0, i64 144
  br label %344

339:
  %340 = phi i64 [ 0, %321 ], [ %354, %344 ]
  %341 = load i64, ptr %83, align 8
  %342 = add i64 %341, %340
  store i64 %342, ptr %83, align 8
  %343 = load ptr, ptr %257, align 8
  br label %356

344:
  %345 = phi i64 [ 0, %337 ], [ %353, %344 ]
  %346 = load ptr, ptr %101, align 8
  %347 = getelementptr inbounds nuw i8, ptr %346, i64 %345
  %348 = load i8, ptr %347, align 1
  %349 = load ptr, ptr %338, align 8
  %350 = load i64, ptr %83, align 8
  %351 = getelementptr i8, ptr %349, i64 %350
  %352 = getelementptr i8, ptr %351, i64 %345
  store i8 %348, ptr %352, align 1
  %353 = add nuw i64 %345, 1
  %354 = load i64, ptr %103, align 8
  %355 = icmp ult i64 %353, %354
  br i1 %355, label %344, label %339

356:
  %357 = phi i64 [ %324, %339 ], [ %362, %356 ]
  %358 = and i64 %357, %256
  %359 = getelementptr inbounds nuw i64, ptr %343, i64 %358
  %360 = load i64, ptr %359, align 8
  %361 = icmp eq i64 %360, 0
  %362 = add i64 %358, 1
  br i1 %361, label %363, label %356

363:
  %364 = getelementptr inbounds nuw i64, ptr %343, i64 %358
  %365 = load i64, ptr %77, align 8
  %366 = add i64 %365, 1
  store i64 %366, ptr %77, align 8
  store i64 %366, ptr %364, align 8
  br label %367

367:
  %368 = phi i64 [ %307, %363 ], [ %303, %301 ]
  %369 = getelementptr inbounds nuw i8, ptr %0, i64 224
  %370 = load i64, ptr %369, align 8
  %371 = shl i64 %370, 32
  %372 = or i64 %371, %368
  %373 = load i64, ptr %92, align 8
  %374 = shl i64 %373, 1
  %375 = add i64 %374, -1
  %376 = mul i64 %372, -7046029254386353131
  %377 = lshr i64 %376, 32
  %378 = xor i64 %377, %376
  %379 = getelementptr inbounds nuw i8, ptr %0, i64 200
  %380 = load ptr, ptr %379, align 8
  %381 = add i64 %372, 1
  br label %382

382:
  %383 = phi i64 [ %378, %367 ], [ %391, %382 ]
  %384 = and i64 %383, %375
  %385 = shl i64 %384, 1
  %386 = getelementptr inbounds nuw i64, ptr %380, i64 %385
  %387 = load i64, ptr %386, align 8
  %388 = icmp eq i64 %387, 0
  %389 = icmp eq i64 %387, %381
  %390 = select i1 %388, i1 true, i1 %389
  %391 = add i64 %384, 1
  br i1 %390, label %392, label %382

392:
  %393 = or disjoint i64 %385, 1
  br i1 %388, label %397, label %394

394:
  %395 = getelementptr inbounds nuw i64, ptr %380, i64 %393
  %396 = load i64, ptr %395, align 8
  br label %397

397:
  %398 = phi i64 [ %396, %394 ], [ -1, %392 ]
  %399 = getelementptr inbounds nuw i64, ptr %380, i64 %393
  store i64 %398, ptr %399, align 8
  %400 = load ptr, ptr %379, align 8
  %401 = getelementptr inbounds nuw i64, ptr %400, i64 %385
  %402 = getelementptr inbounds nuw i8, ptr %401, i64 8
  %403 = load i64, ptr %402, align 8
  %404 = icmp eq i64 %403, -1
  br i1 %404, label %405, label %408

405:
  %406 = getelementptr inbounds nuw i8, ptr %0, i64 408
  store i64 %368, ptr %406, align 8
  %407 = getelementptr inbounds nuw i8, ptr %0, i64 416
  store i64 0, ptr %407, align 8
  br label %478

408:
  %409 = and i64 %403, 4294967296
  %410 = icmp eq i64 %409, 0
  br i1 %410, label %415, label %411

411:
  %412 = and i64 %403, -4294967297
  %413 = getelementptr inbounds nuw i8, ptr %0, i64 408
  store i64 %368, ptr %413, align 8
  %414 = getelementptr inbounds nuw i8, ptr %0, i64 416
  store i64 %412, ptr %414, align 8
  br label %478

415:
  %416 = load i64, ptr %99, align 8
  %417 = icmp eq i64 %416, 0
  br i1 %417, label %469, label %418

418:
  %419 = getelementptr inbounds nuw i8, ptr %0, i64 320
  %420 = getelementptr inbounds nuw i8, ptr %0, i64 328
  %421 = getelementptr inbounds nuw i8, ptr %0, i64 296
  %422 = getelementptr inbounds nuw i8, ptr %0, i64 304
  %423 = getelementptr inbounds nuw i8, ptr %0, i64 312
  br label %424

424:
  %425 = phi i64 [ 0, %418 ], [ %466, %465 ]
  %426 = load ptr, ptr %419, align 8
  %427 = mul i64 %425, 48
  %428 = getelementptr inbounds nuw i8, ptr %426, i64 %427
  %429 = getelementptr inbounds nuw i8, ptr %428, i64 8
  %430 = load i64, ptr %429, align 8
  %431 = load ptr, ptr %420, align 8
  %432 = shl i64 %425, 1
  %433 = getelementptr inbounds nuw i64, ptr %431, i64 %432
  store i64 %430, ptr %433, align 8
  %434 = getelementptr inbounds nuw i8, ptr %428, i64 16
  %435 = load i64, ptr %434, align 8
  %436 = load ptr, ptr %420, align 8
  %437 = or disjoint i64 %432, 1
  %438 = getelementptr inbounds nuw i64, ptr %436, i64 %437
  store i64 %435, ptr %438, align 8
  %439 = getelementptr inbounds nuw i8, ptr %428, i64 24
  %440 = load i64, ptr %439, align 8
  %441 = load i64, ptr %421, align 8
  %442 = icmp eq i64 %440, %441
  br i1 %442, label %446, label %443

443:
  %444 = load i64, ptr %422, align 8
  %445 = icmp eq i64 %444, -1
  br i1 %445, label %446, label %449

446:
  store i64 %440, ptr %421, align 8
  %447 = getelementptr inbounds nuw i8, ptr %428, i64 40
  %448 = load i64, ptr %447, align 8
  store i64 %448, ptr %422, align 8
  br label %465

449:
  %450 = getelementptr inbounds nuw i8, ptr %428, i64 40
  %451 = load i64, ptr %450, align 8
  %452 = bitcast i64 %451 to double
  %453 = bitcast i64 %444 to double
  %454 = fcmp ult double %452, %453
  br i1 %454, label %458, label %455

455:
  store i64 %444, ptr %423, align 8
  %456 = load i64, ptr %439, align 8
  store i64 %456, ptr %421, align 8
  %457 = load i64, ptr %450, align 8
  store i64 %457, ptr %422, align 8
  br label %465

458:
  %459 = load i64, ptr %423, align 8
  %460 = icmp eq i64 %459, -1
  %461 = bitcast i64 %459 to double
  %462 = fcmp ogt double %452, %461
  %463 = or i1 %460, %462
  br i1 %463, label %464, label %465

464:
  store i64 %451, ptr %423, align 8
  br label %465

465:
  %466 = add nuw i64 %425, 1
  %467 = load i64, ptr %99, align 8
  %468 = icmp ult i64 %466, %467
  br i1 %468, label %424, label %469

469:
  %470 = phi i64 [ 0, %415 ], [ %467, %465 ]
  %471 = getelementptr inbounds nuw i8, ptr %0, i64 344
  store i64 %470, ptr %471, align 8
  %472 = load i64, ptr %5, align 8
  %473 = icmp eq i64 %472, 0
  %474 = select i1 %473, i64 %470, i64 0
  %475 = getelementptr inbounds nuw i8, ptr %0, i64 232
  %476 = load i64, ptr %475, align 8
  %477 = add i64 %474, %476
  store i64 %477, ptr %475, align 8
  store i64 0, ptr %99, align 8
  store i64 %403, ptr %369, align 8
  br label %478

478:
  %479 = phi i64 [ -1, %69 ], [ 6, %95 ], [ 5, %405 ], [ 9, %411 ], [ -1, %469 ]
  ret i64 %479
}

define internal fastcc i64 @number_of_key(ptr nocapture noundef readonly %0) unnamed_addr #3 {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 176
  %3 = load i64, ptr %2, align 8
  %4 = icmp eq i64 %3, 0
  br i1 %4, label %18, label %5

5:
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 168
  %7 = load ptr, ptr %6, align 8
  br label %8

8:
  %9 = phi i64 [ 0, %5 ], [ %16, %8 ]
  %10 = phi i64 [ -3750763034362895579, %5 ], [ %15, %8 ]
  %11 = getelementptr inbounds nuw i8, ptr %7, i64 %9
  %12 = load i8, ptr %11, align 1
  %13 = zext i8 %12 to i64
  %14 = xor i64 %10, %13
  %15 = mul i64 %14, 1099511628211
  %16 = add nuw i64 %9, 1
  %17 = icmp eq i64 %16, %3
  br i1 %17, label %18, label %8

18:
  %19 = phi i64 [ -3750763034362895579, %1 ], [ %15, %8 ]
  %20 = lshr i64 %19, 29
  %21 = xor i64 %20, %19
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 136
  %23 = load i64, ptr %22, align 8
  %24 = shl i64 %23, 1
  %25 = add i64 %24, -1
  %26 = getelementptr inbounds nuw i8, ptr %0, i64 120
  %27 = load ptr, ptr %26, align 8
  %28 = and i64 %21, %25
  %29 = getelementptr inbounds nuw i64, ptr %27, i64 %28
  %30 = load i64, ptr %29, align 8
  %31 = icmp eq i64 %30, 0
  br i1 %31, label %74, label %32

32:
  %33 = getelementptr inbounds nuw i8, ptr %0, i64 112
  %34 = load ptr, ptr %33, align 8
  %35 = getelementptr inbounds nuw i8, ptr %0, i64 144
  %36 = getelementptr inbounds nuw i8, ptr %0, i64 168
  br label %37

37:
  %38 = phi i64 [ %30, %32 ], [ %72, %68 ]
  %39 = phi i64 [ %28, %32 ], [ %70, %68 ]
  %40 = shl i64 %38, 5
  %41 = getelementptr i8, ptr %34, i64 %40
  %42 = getelementptr i8, ptr %41, i64 -32
  %43 = load i64, ptr %42, align 8
  %44 = icmp eq i64 %43, %21
  br i1 %44, label %45, label %68

45:
  %46 = getelementptr i8, ptr %41, i64 -16
  %47 = load i64, ptr %46, align 8
  %48 = icmp eq i64 %47, %3
  br i1 %48, label %49, label %68

49:
  %50 = load ptr, ptr %35, align 8
  %51 = getelementptr i8, ptr %41, i64 -24
  %52 = load i64, ptr %51, align 8
  %53 = getelementptr inbounds nuw i8, ptr %50, i64 %52
  %54 = load ptr, ptr %36, align 8
  br i1 %4, label %65, label %58

55:
  %56 = add nuw i64 %59, 1
  %57 = icmp eq i64 %56, %3
  br i1 %57, label %65, label %58

58:
  %59 = phi i64 [ %56, %55 ], [ 0, %49 ]
  %60 = getelementptr inbounds nuw i8, ptr %53, i64 %59
  %61 = load i8, ptr %60, align 1
  %62 = getelementptr inbounds nuw i8, ptr %54, i64 %59
  %63 = load i8, ptr %62, align 1
  %64 = icmp eq i8 %61, %63
  br i1 %64, label %55, label %68

65:
  %66 = getelementptr i8, ptr %41, i64 -8
  %67 = load i64, ptr %66, align 8
  br label %74

68:
  %69 = add i64 %39, 1
  %70 = and i64 %69, %25
  %71 = getelementptr inbounds nuw i64, ptr %27, i64 %70
  %72 = load i64, ptr %71, align 8
  %73 = icmp eq i64 %72, 0
  br i1 %73, label %74, label %37

74:
  %75 = phi i64 [ %67, %65 ], [ -1, %18 ], [ -1, %68 ]
  ret i64 %75
}

define internal fastcc ptr @after_object(ptr nocapture noundef nonnull %0, ptr noundef readonly %1, ptr noundef %2, i64 noundef %3) unnamed_addr #2 {
  %5 = alloca i64, align 8
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 5120
  %7 = load i64, ptr %6, align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %5) #6
  %8 = load i8, ptr %2, align 1
  %9 = icmp ne i8 %8, 123
  %10 = icmp ugt i64 %3, 31
  %11 = or i1 %10, %9
  br i1 %11, label %132, label %12

12:
  %13 = phi ptr [ %14, %16 ], [ %2, %4 ]
  %14 = getelementptr inbounds nuw i8, ptr %13, i64 1
  %15 = load i8, ptr %14, align 1
  switch i8 %15, label %132 [
    i8 32, label %16
    i8 9, label %16
    i8 13, label %16
    i8 125, label %24
    i8 34, label %17
  ]

16:
  br label %12

17:
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 3072
  %19 = getelementptr inbounds nuw i8, ptr %0, i64 1024
  %20 = icmp eq ptr %1, null
  %21 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %22 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %23 = getelementptr inbounds nuw i8, ptr %0, i64 512
  br label %26

24:
  %25 = getelementptr inbounds nuw i8, ptr %13, i64 2
  br label %132

26:
  %27 = phi ptr [ %13, %17 ], [ %128, %127 ]
  %28 = getelementptr inbounds nuw i8, ptr %27, i64 2
  %29 = call fastcc ptr @after_string(ptr noundef nonnull %28, ptr noundef %5)
  %30 = icmp ne ptr %29, null
  %31 = load i64, ptr %5, align 8
  %32 = icmp ne i64 %31, 0
  %33 = select i1 %30, i1 %32, i1 false
  br i1 %33, label %34, label %132

34:
  %35 = ptrtoint ptr %29 to i64
  %36 = ptrtoint ptr %28 to i64
  %37 = xor i64 %36, -1
  %38 = add i64 %35, %37
  %39 = load i64, ptr %6, align 8
  %40 = icmp eq i64 %39, 256
  br i1 %40, label %132, label %41

41:
  %42 = icmp ult i64 %7, %39
  br i1 %42, label %43, label %66

43:
  %44 = icmp eq i64 %38, 0
  br label %45

45:
  %46 = phi i64 [ %7, %43 ], [ %64, %63 ]
  %47 = getelementptr inbounds nuw [256 x i64], ptr %18, i64 0, i64 %46
  %48 = load i64, ptr %47, align 8
  %49 = icmp eq i64 %48, %38
  br i1 %49, label %50, label %63

50:
  %51 = getelementptr inbounds nuw [256 x ptr], ptr %19, i64 0, i64 %46
  %52 = load ptr, ptr %51, align 8
  br i1 %44, label %132, label %56

53:
  %54 = add nuw i64 %57, 1
  %55 = icmp eq i64 %54, %38
  br i1 %55, label %132, label %56

56:
  %57 = phi i64 [ %54, %53 ], [ 0, %50 ]
  %58 = getelementptr inbounds nuw i8, ptr %52, i64 %57
  %59 = load i8, ptr %58, align 1
  %60 = getelementptr inbounds nuw i8, ptr %28, i64 %57
  %61 = load i8, ptr %60, align 1
  %62 = icmp eq i8 %59, %61
  br i1 %62, label %53, label %63

63:
  %64 = add nuw i64 %46, 1
  %65 = icmp eq i64 %64, %39
  br i1 %65, label %66, label %45

66:
  %67 = getelementptr inbounds nuw [256 x ptr], ptr %19, i64 0, i64 %39
  store ptr %28, ptr %67, align 8
  %68 = load i64, ptr %6, align 8
  %69 = add i64 %68, 1
  store i64 %69, ptr %6, align 8
  %70 = getelementptr inbounds nuw [256 x i64], ptr %18, i64 0, i64 %68
  store i64 %38, ptr %70, align 8
  br label %71

71:
  %72 = phi ptr [ %29, %66 ], [ %75, %74 ]
  %73 = load i8, ptr %72, align 1
  switch i8 %73, label %132 [
    i8 32, label %74
    i8 9, label %74
    i8 13, label %74
    i8 58, label %76
  ]

74:
  %75 = getelementptr inbounds nuw i8, ptr %72, i64 1
  br label %71

76:
  %77 = phi ptr [ %78, %80 ], [ %72, %71 ]
  %78 = getelementptr inbounds nuw i8, ptr %77, i64 1
  %79 = load i8, ptr %78, align 1
  switch i8 %79, label %81 [
    i8 32, label %80
    i8 9, label %80
    i8 13, label %80
  ]

80:
  br label %76

81:
  %82 = tail call fastcc ptr @after_value(ptr noundef %0, ptr noundef nonnull %78, i64 noundef %3)
  %83 = icmp eq ptr %82, null
  br i1 %83, label %132, label %84

84:
  br i1 %20, label %119, label %85

85:
  %86 = load i64, ptr %21, align 8
  %87 = icmp eq i64 %86, 0
  br i1 %87, label %119, label %88

88:
  %89 = load ptr, ptr %22, align 8
  %90 = icmp eq i64 %38, 0
  br label %91

91:
  %92 = phi i64 [ 0, %88 ], [ %112, %111 ]
  %93 = phi i64 [ 0, %88 ], [ %95, %111 ]
  %94 = getelementptr inbounds nuw i64, ptr %89, i64 %92
  %95 = load i64, ptr %94, align 8
  %96 = sub i64 %95, %93
  %97 = icmp eq i64 %96, %38
  br i1 %97, label %98, label %111

98:
  %99 = load ptr, ptr %1, align 8
  %100 = getelementptr inbounds nuw i8, ptr %99, i64 %93
  br i1 %90, label %114, label %104

101:
  %102 = add nuw i64 %105, 1
  %103 = icmp eq i64 %102, %38
  br i1 %103, label %114, label %104

104:
  %105 = phi i64 [ %102, %101 ], [ 0, %98 ]
  %106 = getelementptr inbounds nuw i8, ptr %100, i64 %105
  %107 = load i8, ptr %106, align 1
  %108 = getelementptr inbounds nuw i8, ptr %28, i64 %105
  %109 = load i8, ptr %108, align 1
  %110 = icmp eq i8 %107, %109
  br i1 %110, label %101, label %111

111:
  %112 = add nuw i64 %92, 1
  %113 = icmp eq i64 %112, %86
  br i1 %113, label %119, label %91

114:
  %115 = icmp ult i64 %92, 64
  br i1 %115, label %116, label %119

116:
  %117 = getelementptr inbounds nuw [64 x ptr], ptr %0, i64 0, i64 %92
  store ptr %78, ptr %117, align 8
  %118 = getelementptr inbounds nuw [64 x ptr], ptr %23, i64 0, i64 %92
  store ptr %82, ptr %118, align 8
  br label %119

119:
  br label %120

120:
  %121 = phi ptr [ %124, %123 ], [ %82, %119 ]
  %122 = load i8, ptr %121, align 1
  switch i8 %122, label %132 [
    i8 32, label %123
    i8 9, label %123
    i8 13, label %123
    i8 125, label %125
    i8 44, label %127
  ]

123:
  %124 = getelementptr inbounds nuw i8, ptr %121, i64 1
  br label %120

125:
  store i64 %7, ptr %6, align 8
  %126 = getelementptr inbounds nuw i8, ptr %121, i64 1
  br label %132

127:
  %128 = phi ptr [ %129, %131 ], [ %121, %120 ]
  %129 = getelementptr inbounds nuw i8, ptr %128, i64 1
  %130 = load i8, ptr %129, align 1
  switch i8 %130, label %132 [
    i8 32, label %131
    i8 9, label %131
    i8 13, label %131
    i8 34, label %26
  ]

131:
  br label %127

132:
  %133 = phi ptr [ %25, %24 ], [ null, %4 ], [ %126, %125 ], [ null, %53 ], [ null, %127 ], [ null, %120 ], [ null, %71 ], [ null, %50 ], [ null, %34 ], [ null, %81 ], [ null, %26 ], [ null, %12 ]
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %5) #6
  ret ptr %133
}

define internal fastcc ptr @after_string(ptr noundef readonly %0, ptr nocapture noundef nonnull writeonly initializes((0, 8)) %1) unnamed_addr #4 {
  store i64 1, ptr %1, align 8
  %3 = icmp eq ptr %0, null
  br i1 %3, label %70, label %4

4:
  %5 = phi ptr [ %68, %67 ], [ %0, %2 ]
  %6 = load i8, ptr %5, align 1
  %7 = icmp eq i8 %6, 34
  br i1 %7, label %8, label %10

8:
  %9 = getelementptr inbounds nuw i8, ptr %5, i64 1
  br label %70

10:
  %11 = icmp ult i8 %6, 32
  br i1 %11, label %70, label %12

12:
  %13 = icmp eq i8 %6, 92
  br i1 %13, label %14, label %32

14:
  store i64 0, ptr %1, align 8
  %15 = getelementptr inbounds nuw i8, ptr %5, i64 1
  %16 = load i8, ptr %15, align 1
  switch i8 %16, label %70 [
    i8 34, label %17
    i8 92, label %17
    i8 47, label %17
    i8 98, label %17
    i8 102, label %17
    i8 110, label %17
    i8 114, label %17
    i8 116, label %17
    i8 117, label %19
  ]

17:
  %18 = getelementptr inbounds nuw i8, ptr %5, i64 2
  br label %67

19:
  %20 = phi i64 [ %28, %27 ], [ 2, %14 ]
  %21 = getelementptr inbounds nuw i8, ptr %5, i64 %20
  %22 = load i8, ptr %21, align 1
  %23 = freeze i8 %22
  %24 = add i8 %23, -48
  %25 = icmp ult i8 %24, 10
  br i1 %25, label %27, label %26

26:
  switch i8 %23, label %70 [
    i8 102, label %27
    i8 101, label %27
    i8 100, label %27
    i8 99, label %27
    i8 98, label %27
    i8 97, label %27
    i8 70, label %27
    i8 69, label %27
    i8 68, label %27
    i8 67, label %27
    i8 66, label %27
    i8 65, label %27
  ]

27:
  %28 = add nuw nsw i64 %20, 1
  %29 = icmp eq i64 %28, 6
  br i1 %29, label %30, label %19

30:
  %31 = getelementptr inbounds nuw i8, ptr %5, i64 6
  br label %67

32:
  %33 = icmp sgt i8 %6, -1
  br i1 %33, label %34, label %36

34:
  %35 = getelementptr inbounds nuw i8, ptr %5, i64 1
  br label %67

36:
  %37 = icmp samesign ugt i8 %6, -17
  %38 = icmp samesign ugt i8 %6, -33
  %39 = select i1 %38, i64 2, i64 1
  %40 = select i1 %37, i64 3, i64 %39
  %41 = add nsw i8 %6, 11
  %42 = icmp ult i8 %41, -51
  br i1 %42, label %70, label %43

43:
  switch i8 %6, label %47 [
    i8 -32, label %48
    i8 -19, label %44
    i8 -16, label %45
    i8 -12, label %46
  ]

44:
  br label %48

45:
  br label %48

46:
  br label %48

47:
  br label %48

48:
  %49 = phi i32 [ 128, %44 ], [ 144, %45 ], [ 128, %46 ], [ 160, %43 ], [ 128, %47 ]
  %50 = phi i32 [ 159, %44 ], [ 191, %45 ], [ 143, %46 ], [ 191, %43 ], [ 191, %47 ]
  %51 = getelementptr i8, ptr %5, i64 %40
  %52 = getelementptr i8, ptr %51, i64 1
  br label %56

53:
  %54 = add nsw i64 %58, -1
  %55 = icmp eq i64 %54, 0
  br i1 %55, label %67, label %56

56:
  %57 = phi ptr [ %5, %48 ], [ %61, %53 ]
  %58 = phi i64 [ %40, %48 ], [ %54, %53 ]
  %59 = phi i32 [ %50, %48 ], [ 191, %53 ]
  %60 = phi i32 [ %49, %48 ], [ 128, %53 ]
  %61 = getelementptr inbounds nuw i8, ptr %57, i64 1
  %62 = load i8, ptr %61, align 1
  %63 = zext i8 %62 to i32
  %64 = icmp samesign ugt i32 %60, %63
  %65 = icmp samesign ult i32 %59, %63
  %66 = or i1 %64, %65
  br i1 %66, label %70, label %53

67:
  %68 = phi ptr [ %35, %34 ], [ %18, %17 ], [ %31, %30 ], [ %52, %53 ]
  %69 = icmp eq ptr %68, null
  br i1 %69, label %70, label %4

70:
  %71 = phi ptr [ %9, %8 ], [ null, %2 ], [ null, %26 ], [ null, %56 ], [ null, %36 ], [ null, %14 ], [ null, %67 ], [ null, %10 ]
  ret ptr %71
}

define internal fastcc ptr @after_value(ptr nocapture noundef nonnull %0, ptr noundef %1, i64 noundef %2) unnamed_addr #2 {
  %4 = alloca i64, align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %4) #6
  %5 = load i8, ptr %1, align 1
  switch i8 %5, label %78 [
    i8 34, label %12
    i8 116, label %10
    i8 102, label %8
    i8 110, label %6
    i8 123, label %45
    i8 91, label %48
  ]

6:
  %7 = getelementptr i8, ptr %1, i64 4
  br label %35

8:
  %9 = getelementptr i8, ptr %1, i64 5
  br label %25

10:
  %11 = getelementptr i8, ptr %1, i64 4
  br label %15

12:
  %13 = getelementptr inbounds nuw i8, ptr %1, i64 1
  %14 = call fastcc ptr @after_string(ptr noundef nonnull %13, ptr noundef %4)
  br label %138

15:
  %16 = phi i64 [ %22, %21 ], [ 1702195828, %10 ]
  %17 = phi ptr [ %23, %21 ], [ %1, %10 ]
  %18 = load i8, ptr %17, align 1
  %19 = trunc i64 %16 to i8
  %20 = icmp eq i8 %18, %19
  br i1 %20, label %21, label %138

21:
  %22 = lshr i64 %16, 8
  %23 = getelementptr inbounds nuw i8, ptr %17, i64 1
  %24 = icmp samesign ult i64 %16, 256
  br i1 %24, label %138, label %15

25:
  %26 = phi i64 [ %32, %31 ], [ 435728179558, %8 ]
  %27 = phi ptr [ %33, %31 ], [ %1, %8 ]
  %28 = load i8, ptr %27, align 1
  %29 = trunc i64 %26 to i8
  %30 = icmp eq i8 %28, %29
  br i1 %30, label %31, label %138

31:
  %32 = lshr i64 %26, 8
  %33 = getelementptr inbounds nuw i8, ptr %27, i64 1
  %34 = icmp samesign ult i64 %26, 256
  br i1 %34, label %138, label %25

35:
  %36 = phi i64 [ %42, %41 ], [ 1819047278, %6 ]
  %37 = phi ptr [ %43, %41 ], [ %1, %6 ]
  %38 = load i8, ptr %37, align 1
  %39 = trunc i64 %36 to i8
  %40 = icmp eq i8 %38, %39
  br i1 %40, label %41, label %138

41:
  %42 = lshr i64 %36, 8
  %43 = getelementptr inbounds nuw i8, ptr %37, i64 1
  %44 = icmp samesign ult i64 %36, 256
  br i1 %44, label %138, label %35

45:
  %46 = add i64 %2, 1
  %47 = tail call fastcc ptr @after_object(ptr noundef %0, ptr noundef null, ptr noundef nonnull %1, i64 noundef %46)
  br label %138

48:
  %49 = icmp ugt i64 %2, 31
  br i1 %49, label %138, label %50

50:
  %51 = phi ptr [ %52, %54 ], [ %1, %48 ]
  %52 = getelementptr inbounds nuw i8, ptr %51, i64 1
  %53 = load i8, ptr %52, align 1
  switch i8 %53, label %55 [
    i8 32, label %54
    i8 9, label %54
    i8 13, label %54
    i8 93, label %59
  ]

54:
  br label %50

55:
  %56 = add nuw nsw i64 %2, 1
  %57 = tail call fastcc ptr @after_value(ptr noundef %0, ptr noundef nonnull %52, i64 noundef %56)
  %58 = icmp eq ptr %57, null
  br i1 %58, label %138, label %64

59:
  %60 = getelementptr inbounds nuw i8, ptr %51, i64 2
  br label %138

61:
  %62 = tail call fastcc ptr @after_value(ptr noundef %0, ptr noundef nonnull %75, i64 noundef %56)
  %63 = icmp eq ptr %62, null
  br i1 %63, label %138, label %69

64:
  %65 = phi ptr [ %70, %69 ], [ %57, %55 ]
  %66 = load i8, ptr %65, align 1
  switch i8 %66, label %138 [
    i8 32, label %67
    i8 9, label %67
    i8 13, label %67
    i8 93, label %71
    i8 44, label %73
  ]

67:
  %68 = getelementptr inbounds nuw i8, ptr %65, i64 1
  br label %69

69:
  %70 = phi ptr [ %68, %67 ], [ %62, %61 ]
  br label %64

71:
  %72 = getelementptr inbounds nuw i8, ptr %65, i64 1
  br label %138

73:
  %74 = phi ptr [ %75, %77 ], [ %65, %64 ]
  %75 = getelementptr inbounds nuw i8, ptr %74, i64 1
  %76 = load i8, ptr %75, align 1
  switch i8 %76, label %61 [
    i8 32, label %77
    i8 9, label %77
    i8 13, label %77
  ]

77:
  br label %73

78:
  %79 = icmp eq i8 %5, 45
  %80 = zext i1 %79 to i64
  %81 = getelementptr inbounds nuw i8, ptr %1, i64 %80
  %82 = load i8, ptr %81, align 1
  %83 = add i8 %82, -48
  %84 = icmp ult i8 %83, 10
  br i1 %84, label %85, label %138

85:
  %86 = icmp eq i8 %82, 48
  br i1 %86, label %87, label %92

87:
  %88 = getelementptr inbounds nuw i8, ptr %81, i64 1
  %89 = load i8, ptr %88, align 1
  %90 = add i8 %89, -48
  %91 = icmp ult i8 %90, 10
  br i1 %91, label %138, label %92

92:
  br label %93

93:
  %94 = phi ptr [ %98, %93 ], [ %81, %92 ]
  %95 = load i8, ptr %94, align 1
  %96 = add i8 %95, -48
  %97 = icmp ult i8 %96, 10
  %98 = getelementptr inbounds nuw i8, ptr %94, i64 1
  br i1 %97, label %93, label %99

99:
  %100 = icmp eq i8 %95, 46
  br i1 %100, label %101, label %111

101:
  %102 = load i8, ptr %98, align 1
  %103 = add i8 %102, -48
  %104 = icmp ult i8 %103, 10
  br i1 %104, label %105, label %138

105:
  %106 = phi ptr [ %110, %105 ], [ %98, %101 ]
  %107 = load i8, ptr %106, align 1
  %108 = add i8 %107, -48
  %109 = icmp ult i8 %108, 10
  %110 = getelementptr inbounds nuw i8, ptr %106, i64 1
  br i1 %109, label %105, label %111

111:
  %112 = phi i8 [ %95, %99 ], [ %107, %105 ]
  %113 = phi ptr [ %94, %99 ], [ %106, %105 ]
  switch i8 %112, label %131 [
    i8 101, label %114
    i8 69, label %114
  ]

114:
  %115 = getelementptr inbounds nuw i8, ptr %113, i64 1
  %116 = load i8, ptr %115, align 1
  %117 = icmp eq i8 %116, 43
  %118 = icmp eq i8 %116, 45
  %119 = or i1 %117, %118
  %120 = select i1 %119, i64 2, i64 1
  %121 = getelementptr inbounds nuw i8, ptr %113, i64 %120
  %122 = load i8, ptr %121, align 1
  %123 = add i8 %122, -48
  %124 = icmp ult i8 %123, 10
  br i1 %124, label %125, label %138

125:
  %126 = phi ptr [ %130, %125 ], [ %121, %114 ]
  %127 = load i8, ptr %126, align 1
  %128 = add i8 %127, -48
  %129 = icmp ult i8 %128, 10
  %130 = getelementptr inbounds nuw i8, ptr %126, i64 1
  br i1 %129, label %125, label %131

131:
  %132 = phi ptr [ %113, %111 ], [ %126, %125 ]
  %133 = ptrtoint ptr %132 to i64
  %134 = ptrtoint ptr %1 to i64
  %135 = sub i64 %133, %134
  %136 = icmp sgt i64 %135, 300
  %137 = select i1 %136, ptr null, ptr %132
  br label %138

138:
  %139 = phi ptr [ %60, %59 ], [ %72, %71 ], [ %47, %45 ], [ %14, %12 ], [ null, %48 ], [ %137, %131 ], [ null, %87 ], [ null, %78 ], [ null, %101 ], [ null, %114 ], [ null, %55 ], [ %11, %21 ], [ null, %15 ], [ %9, %31 ], [ null, %25 ], [ %7, %41 ], [ null, %35 ], [ null, %64 ], [ null, %61 ]
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %4) #6
  ret ptr %139
}

attributes #0 = { nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { nofree nosync nounwind memory(readwrite, inaccessiblemem: none) }
attributes #3 = { nofree norecurse nosync nounwind memory(read, inaccessiblemem: none) }
attributes #4 = { nofree norecurse nosync nounwind memory(argmem: readwrite) }
attributes #6 = { nounwind }
