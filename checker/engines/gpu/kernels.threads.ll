; Generated from kernels.c by `make runtime`: change that file, not this one.
; SHA-256 of kernels.c: cec425e7303a50b3a8608f273b76666d92f9ba8dccb901990843b00f0597444f
%struct.search = type { ptr, i64, ptr, i64, ptr, i64, i64, i64, i64, i64, ptr, ptr, ptr, ptr, i64, ptr, i64 }

define i64 @reference(ptr nocapture noundef readonly %0, i64 noundef %1, ptr nocapture noundef readonly %2, ptr nocapture noundef %3) local_unnamed_addr #0 {
  %5 = load i64, ptr %2, align 8
  %6 = icmp eq i64 %1, %5
  br i1 %6, label %7, label %10

7:
  %8 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %9 = load i64, ptr %8, align 8
  br label %68

10:
  %11 = load ptr, ptr %0, align 8
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %13 = load i64, ptr %12, align 8
  %14 = icmp eq i64 %1, -1
  br i1 %14, label %15, label %21

15:
  %16 = getelementptr inbounds nuw i64, ptr %11, i64 %13
  %17 = getelementptr inbounds nuw i8, ptr %16, i64 8
  %18 = cmpxchg ptr %17, i64 -1, i64 0 monotonic monotonic, align 8
  %19 = extractvalue { i64, i1 } %18, 1
  %20 = zext i1 %19 to i64
  br label %56

21:
  %22 = icmp eq i64 %13, 0
  br i1 %22, label %61, label %23

23:
  %24 = zext i64 %13 to i128
  %25 = lshr i64 %1, 33
  %26 = xor i64 %25, %1
  %27 = mul i64 %26, -49064778989728563
  %28 = lshr i64 %27, 33
  %29 = xor i64 %28, %27
  %30 = mul i64 %29, -4265267296055464877
  %31 = lshr i64 %30, 33
  %32 = xor i64 %31, %30
  %33 = zext i64 %32 to i128
  %34 = mul nuw i128 %24, %33
  %35 = lshr i128 %34, 64
  %36 = trunc nuw i128 %35 to i64
  br label %37

37:
  %38 = phi i64 [ %54, %50 ], [ %13, %23 ]
  %39 = phi i64 [ %53, %50 ], [ %36, %23 ]
  %40 = getelementptr inbounds nuw i64, ptr %11, i64 %39
  %41 = load atomic i64, ptr %40 monotonic, align 8
  %42 = icmp eq i64 %41, -1
  br i1 %42, label %43, label %47

43:
  %44 = cmpxchg ptr %40, i64 -1, i64 %1 monotonic monotonic, align 8
  %45 = extractvalue { i64, i1 } %44, 0
  %46 = extractvalue { i64, i1 } %44, 1
  br i1 %46, label %56, label %47

47:
  %48 = phi i64 [ %45, %43 ], [ %41, %37 ]
  %49 = icmp eq i64 %48, %1
  br i1 %49, label %61, label %50

50:
  %51 = add i64 %39, 1
  %52 = icmp eq i64 %51, %13
  %53 = select i1 %52, i64 0, i64 %51
  %54 = add i64 %38, -1
  %55 = icmp eq i64 %54, 0
  br i1 %55, label %61, label %37

56:
  %57 = phi i64 [ %20, %15 ], [ 1, %43 ]
  %58 = phi i64 [ %13, %15 ], [ %39, %43 ]
  %59 = load i64, ptr %3, align 8
  %60 = add i64 %59, %57
  store i64 %60, ptr %3, align 8
  br label %61

61:
  %62 = phi i64 [ -1, %21 ], [ %58, %56 ], [ %39, %47 ], [ -1, %50 ]
  %63 = icmp eq i64 %62, -1
  %64 = zext i1 %63 to i64
  %65 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %66 = load i64, ptr %65, align 8
  %67 = or i64 %66, %64
  store i64 %67, ptr %65, align 8
  br label %68

68:
  %69 = phi i64 [ %9, %7 ], [ %62, %61 ]
  ret i64 %69
}

declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #1

declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #1

define void @enter(ptr nocapture noundef %0, i64 noundef %1, i64 noundef %2, i64 noundef %3, ptr nocapture noundef readnone %4, ptr nocapture noundef readonly %5, ptr nocapture noundef readonly %6) local_unnamed_addr #2 {
  %8 = alloca %struct.search, align 8
  %9 = alloca [2 x i64], align 16
  call void @llvm.lifetime.start.p0(i64 136, ptr nonnull %8) #7
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(136) %8, ptr noundef nonnull align 8 dereferenceable(136) %0, i64 136, i1 false)
  %10 = load i64, ptr %5, align 8
  %11 = getelementptr inbounds nuw i8, ptr %5, i64 16
  %12 = load i64, ptr %11, align 8
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %9) #7
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(16) %9, i8 0, i64 16, i1 false)
  %13 = load i64, ptr @WORDS, align 8
  %14 = icmp eq i64 %13, 0
  br i1 %14, label %18, label %15

15:
  %16 = getelementptr inbounds nuw i8, ptr %8, i64 96
  %17 = load ptr, ptr %16, align 8
  br label %25

18:
  %19 = load i64, ptr @NODES, align 8
  %20 = icmp eq i64 %19, 0
  br i1 %20, label %33, label %21

21:
  %22 = getelementptr inbounds nuw i8, ptr %6, i64 8
  %23 = getelementptr inbounds nuw i8, ptr %8, i64 8
  %24 = load i64, ptr %23, align 8
  br label %117

25:
  %26 = phi i64 [ 0, %15 ], [ %31, %25 ]
  %27 = getelementptr inbounds nuw i64, ptr %17, i64 %26
  %28 = load i64, ptr %27, align 8
  %29 = load ptr, ptr %6, align 8
  %30 = getelementptr inbounds nuw i64, ptr %29, i64 %26
  store i64 %28, ptr %30, align 8
  %31 = add nuw i64 %26, 1
  %32 = icmp eq i64 %31, %13
  br i1 %32, label %18, label %25

33:
  %34 = icmp eq i64 %10, 0
  %35 = icmp eq i64 %12, 0
  %36 = select i1 %34, i1 %35, i1 false
  br i1 %36, label %37, label %113

37:
  %38 = getelementptr inbounds nuw i8, ptr %6, i64 8
  %39 = load ptr, ptr %38, align 8
  %40 = load ptr, ptr %6, align 8
  %41 = call i64 @key_of(ptr noundef nonnull %8, ptr noundef %40, ptr noundef %39, ptr noundef nonnull %9) #8
  %42 = getelementptr inbounds nuw i8, ptr %9, i64 8
  %43 = load i64, ptr %42, align 8
  %44 = icmp eq i64 %43, 0
  br i1 %44, label %45, label %96

45:
  %46 = getelementptr inbounds nuw i8, ptr %8, i64 16
  %47 = load ptr, ptr %46, align 8
  %48 = getelementptr inbounds nuw i8, ptr %8, i64 24
  %49 = load i64, ptr %48, align 8
  %50 = icmp eq i64 %41, -1
  br i1 %50, label %51, label %57

51:
  %52 = getelementptr inbounds nuw i64, ptr %47, i64 %49
  %53 = getelementptr inbounds nuw i8, ptr %52, i64 8
  %54 = cmpxchg ptr %53, i64 -1, i64 0 monotonic monotonic, align 8
  %55 = extractvalue { i64, i1 } %54, 1
  %56 = zext i1 %55 to i64
  br label %92

57:
  %58 = icmp eq i64 %49, 0
  br i1 %58, label %96, label %59

59:
  %60 = zext i64 %49 to i128
  %61 = lshr i64 %41, 33
  %62 = xor i64 %61, %41
  %63 = mul i64 %62, -49064778989728563
  %64 = lshr i64 %63, 33
  %65 = xor i64 %64, %63
  %66 = mul i64 %65, -4265267296055464877
  %67 = lshr i64 %66, 33
  %68 = xor i64 %67, %66
  %69 = zext i64 %68 to i128
  %70 = mul nuw i128 %60, %69
  %71 = lshr i128 %70, 64
  %72 = trunc nuw i128 %71 to i64
  br label %73

73:
  %74 = phi i64 [ %90, %86 ], [ %49, %59 ]
  %75 = phi i64 [ %89, %86 ], [ %72, %59 ]
  %76 = getelementptr inbounds nuw i64, ptr %47, i64 %75
  %77 = load atomic i64, ptr %76 monotonic, align 8
  %78 = icmp eq i64 %77, -1
  br i1 %78, label %79, label %83

79:
  %80 = cmpxchg ptr %76, i64 -1, i64 %41 monotonic monotonic, align 8
  %81 = extractvalue { i64, i1 } %80, 0
  %82 = extractvalue { i64, i1 } %80, 1
  br i1 %82, label %92, label %83

83:
  %84 = phi i64 [ %81, %79 ], [ %77, %73 ]
  %85 = icmp eq i64 %84, %41
  br i1 %85, label %92, label %86

86:
  %87 = add i64 %75, 1
  %88 = icmp eq i64 %87, %49
  %89 = select i1 %88, i64 0, i64 %87
  %90 = add i64 %74, -1
  %91 = icmp eq i64 %90, 0
  br i1 %91, label %96, label %73

92:
  %93 = phi i64 [ %56, %51 ], [ 1, %79 ], [ 0, %83 ]
  %94 = phi i64 [ %49, %51 ], [ %75, %83 ], [ %75, %79 ]
  %95 = icmp eq i64 %94, -1
  br i1 %95, label %96, label %104

96:
  %97 = phi i64 [ %93, %92 ], [ 0, %37 ], [ 0, %57 ], [ 0, %86 ]
  %98 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %99 = load atomic i64, ptr %98 monotonic, align 8
  %100 = and i64 %99, 1
  %101 = icmp eq i64 %100, 0
  br i1 %101, label %102, label %104

102:
  %103 = atomicrmw or ptr %98, i64 1 monotonic, align 8
  br label %104

104:
  %105 = phi i64 [ %93, %92 ], [ %97, %96 ], [ %97, %102 ]
  %106 = icmp eq i64 %105, 0
  br i1 %106, label %113, label %107

107:
  %108 = getelementptr inbounds nuw i8, ptr %8, i64 32
  %109 = load ptr, ptr %108, align 8
  %110 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %111 = atomicrmw add ptr %110, i64 1 monotonic, align 8
  %112 = getelementptr inbounds nuw i64, ptr %109, i64 %111
  store i64 %41, ptr %112, align 8
  br label %113

113:
  %114 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %115 = load i64, ptr %9, align 16
  %116 = atomicrmw add ptr %114, i64 %115 monotonic, align 8
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %9) #7
  call void @llvm.lifetime.end.p0(i64 136, ptr nonnull %8) #7
  ret void

117:
  %118 = phi i64 [ 0, %21 ], [ %125, %117 ]
  %119 = load ptr, ptr %22, align 8
  %120 = shl i64 %118, 1
  %121 = getelementptr inbounds nuw i64, ptr %119, i64 %120
  store i64 -1, ptr %121, align 8
  %122 = load ptr, ptr %22, align 8
  %123 = or disjoint i64 %120, 1
  %124 = getelementptr inbounds nuw i64, ptr %122, i64 %123
  store i64 %24, ptr %124, align 8
  %125 = add nuw i64 %118, 1
  %126 = icmp eq i64 %125, %19
  br i1 %126, label %33, label %117
}

declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #3

declare void @llvm.memset.p0.i64(ptr nocapture writeonly, i8, i64, i1 immarg) #4

define void @explore(ptr nocapture noundef %0, i64 noundef %1, i64 noundef %2, i64 noundef %3, ptr nocapture noundef %4, ptr nocapture noundef readonly %5, ptr nocapture noundef readonly %6) local_unnamed_addr #2 {
  %8 = alloca %struct.search, align 8
  %9 = alloca [2 x i64], align 16
  %10 = alloca i64, align 8
  call void @llvm.lifetime.start.p0(i64 136, ptr nonnull %8) #7
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(136) %8, ptr noundef nonnull align 8 dereferenceable(136) %0, i64 136, i1 false)
  %11 = load i64, ptr %5, align 8
  %12 = getelementptr inbounds nuw i8, ptr %5, i64 8
  %13 = load i64, ptr %12, align 8
  %14 = getelementptr inbounds nuw i8, ptr %5, i64 16
  %15 = load i64, ptr %14, align 8
  %16 = getelementptr inbounds nuw i8, ptr %5, i64 24
  %17 = load i64, ptr %16, align 8
  %18 = mul i64 %17, %13
  %19 = mul i64 %17, %11
  %20 = getelementptr inbounds nuw i8, ptr %6, i64 40
  %21 = load ptr, ptr %20, align 8
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %9) #7
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(16) %9, i8 0, i64 16, i1 false)
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %10) #7
  store i64 0, ptr %10, align 8
  %22 = getelementptr inbounds nuw i8, ptr %6, i64 16
  %23 = load ptr, ptr %22, align 8
  %24 = load i64, ptr @MASKS, align 8
  %25 = getelementptr inbounds nuw i64, ptr %23, i64 %24
  %26 = load i64, ptr @INSTANCES, align 8
  %27 = shl i64 %26, 1
  %28 = icmp ult i64 %15, %27
  br i1 %28, label %31, label %29

29:
  %30 = icmp eq i64 %24, 0
  br i1 %30, label %36, label %61

31:
  %32 = phi i64 [ %34, %31 ], [ %15, %7 ]
  %33 = getelementptr inbounds nuw i32, ptr %21, i64 %32
  store i32 0, ptr %33, align 4
  %34 = add i64 %32, %17
  %35 = icmp ult i64 %34, %27
  br i1 %35, label %31, label %29

36:
  %37 = xor i64 %1, -1
  %38 = add i64 %2, %37
  %39 = add i64 %38, %18
  %40 = udiv i64 %39, %18
  %41 = icmp ugt i64 %18, %39
  br i1 %41, label %66, label %42

42:
  %43 = add i64 %15, %1
  %44 = add i64 %43, %19
  %45 = getelementptr inbounds nuw i8, ptr %8, i64 32
  %46 = getelementptr inbounds nuw i8, ptr %6, i64 8
  %47 = and i64 %3, 1
  %48 = icmp eq i64 %47, 0
  %49 = getelementptr inbounds nuw i8, ptr %8, i64 80
  %50 = and i64 %3, 2
  %51 = icmp eq i64 %50, 0
  %52 = getelementptr inbounds nuw i8, ptr %6, i64 24
  %53 = getelementptr inbounds nuw i8, ptr %6, i64 32
  %54 = load i64, ptr @WORDS, align 8
  %55 = getelementptr inbounds nuw i32, ptr %21, i64 %26
  %56 = getelementptr inbounds nuw i8, ptr %9, i64 8
  %57 = getelementptr inbounds nuw i8, ptr %8, i64 16
  %58 = getelementptr inbounds nuw i8, ptr %8, i64 24
  %59 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %60 = getelementptr inbounds nuw i8, ptr %0, i64 40
  br label %68

61:
  %62 = phi i64 [ %64, %61 ], [ 0, %29 ]
  %63 = getelementptr inbounds nuw i64, ptr %25, i64 %62
  store i64 0, ptr %63, align 8
  %64 = add nuw i64 %62, 1
  %65 = icmp eq i64 %64, %24
  br i1 %65, label %36, label %61

66:
  %67 = phi i64 [ 0, %36 ], [ %109, %108 ]
  br i1 %28, label %199, label %196

68:
  %69 = phi i64 [ 0, %42 ], [ %109, %108 ]
  %70 = phi i64 [ 0, %42 ], [ %110, %108 ]
  %71 = mul i64 %70, %18
  %72 = add i64 %44, %71
  %73 = icmp ult i64 %72, %2
  br i1 %73, label %74, label %108

74:
  %75 = load ptr, ptr %8, align 8
  %76 = load ptr, ptr %45, align 8
  %77 = getelementptr inbounds nuw i64, ptr %76, i64 %72
  %78 = load i64, ptr %77, align 8
  %79 = load ptr, ptr %6, align 8
  %80 = load ptr, ptr %46, align 8
  call void @recall(ptr noundef %75, i64 noundef %78, ptr noundef %79, ptr noundef %80) #8
  br i1 %48, label %100, label %81

81:
  %82 = load ptr, ptr %6, align 8
  call void @promises(ptr noundef %82, ptr noundef %23, ptr noundef %25) #8
  br i1 %30, label %100, label %83

83:
  %84 = phi i64 [ %98, %97 ], [ 0, %81 ]
  %85 = load ptr, ptr %49, align 8
  %86 = getelementptr inbounds nuw i64, ptr %85, i64 %84
  %87 = getelementptr inbounds nuw i64, ptr %23, i64 %84
  %88 = load i64, ptr %87, align 8
  %89 = icmp eq i64 %88, 0
  br i1 %89, label %97, label %90

90:
  %91 = load atomic i64, ptr %86 monotonic, align 8
  %92 = xor i64 %91, -1
  %93 = and i64 %88, %92
  %94 = icmp eq i64 %93, 0
  br i1 %94, label %97, label %95

95:
  %96 = atomicrmw or ptr %86, i64 %88 monotonic, align 8
  br label %97

97:
  %98 = add nuw i64 %84, 1
  %99 = icmp eq i64 %98, %24
  br i1 %99, label %100, label %83

100:
  br i1 %51, label %108, label %101

101:
  %102 = load ptr, ptr %6, align 8
  %103 = load ptr, ptr %52, align 8
  %104 = load ptr, ptr %53, align 8
  %105 = call i64 @successors(ptr noundef %102, ptr noundef %103, ptr noundef %104, ptr noundef %21, ptr noundef nonnull %10) #8
  %106 = add i64 %105, %69
  %107 = icmp eq i64 %105, 0
  br i1 %107, label %108, label %112

108:
  %109 = phi i64 [ %106, %101 ], [ %69, %68 ], [ %69, %100 ], [ %106, %193 ]
  %110 = add nuw i64 %70, 1
  %111 = icmp ult i64 %110, %40
  br i1 %111, label %68, label %66

112:
  %113 = phi i64 [ %194, %193 ], [ 0, %101 ]
  %114 = load ptr, ptr %52, align 8
  %115 = mul i64 %54, %113
  %116 = getelementptr inbounds nuw i64, ptr %114, i64 %115
  %117 = load ptr, ptr %6, align 8
  %118 = call zeroext i1 @same(ptr noundef %116, ptr noundef %117) #8
  br i1 %118, label %193, label %119

119:
  %120 = load ptr, ptr %53, align 8
  %121 = getelementptr inbounds nuw i16, ptr %120, i64 %113
  %122 = load i16, ptr %121, align 2
  %123 = zext i16 %122 to i64
  %124 = getelementptr inbounds nuw i32, ptr %55, i64 %123
  %125 = atomicrmw add ptr %124, i32 1 monotonic, align 4
  %126 = load ptr, ptr %46, align 8
  %127 = call i64 @key_of(ptr noundef nonnull %8, ptr noundef %116, ptr noundef %126, ptr noundef nonnull %9) #8
  %128 = load i64, ptr %56, align 8
  %129 = icmp eq i64 %128, 0
  br i1 %129, label %130, label %179

130:
  %131 = load ptr, ptr %57, align 8
  %132 = load i64, ptr %58, align 8
  %133 = icmp eq i64 %127, -1
  br i1 %133, label %134, label %140

134:
  %135 = getelementptr inbounds nuw i64, ptr %131, i64 %132
  %136 = getelementptr inbounds nuw i8, ptr %135, i64 8
  %137 = cmpxchg ptr %136, i64 -1, i64 0 monotonic monotonic, align 8
  %138 = extractvalue { i64, i1 } %137, 1
  %139 = zext i1 %138 to i64
  br label %175

140:
  %141 = icmp eq i64 %132, 0
  br i1 %141, label %179, label %142

142:
  %143 = zext i64 %132 to i128
  %144 = lshr i64 %127, 33
  %145 = xor i64 %144, %127
  %146 = mul i64 %145, -49064778989728563
  %147 = lshr i64 %146, 33
  %148 = xor i64 %147, %146
  %149 = mul i64 %148, -4265267296055464877
  %150 = lshr i64 %149, 33
  %151 = xor i64 %150, %149
  %152 = zext i64 %151 to i128
  %153 = mul nuw i128 %143, %152
  %154 = lshr i128 %153, 64
  %155 = trunc nuw i128 %154 to i64
  br label %156

156:
  %157 = phi i64 [ %173, %169 ], [ %132, %142 ]
  %158 = phi i64 [ %172, %169 ], [ %155, %142 ]
  %159 = getelementptr inbounds nuw i64, ptr %131, i64 %158
  %160 = load atomic i64, ptr %159 monotonic, align 8
  %161 = icmp eq i64 %160, -1
  br i1 %161, label %162, label %166

162:
  %163 = cmpxchg ptr %159, i64 -1, i64 %127 monotonic monotonic, align 8
  %164 = extractvalue { i64, i1 } %163, 0
  %165 = extractvalue { i64, i1 } %163, 1
  br i1 %165, label %175, label %166

166:
  %167 = phi i64 [ %164, %162 ], [ %160, %156 ]
  %168 = icmp eq i64 %167, %127
  br i1 %168, label %175, label %169

169:
  %170 = add i64 %158, 1
  %171 = icmp eq i64 %170, %132
  %172 = select i1 %171, i64 0, i64 %170
  %173 = add i64 %157, -1
  %174 = icmp eq i64 %173, 0
  br i1 %174, label %179, label %156

175:
  %176 = phi i64 [ %139, %134 ], [ 1, %162 ], [ 0, %166 ]
  %177 = phi i64 [ %132, %134 ], [ %158, %166 ], [ %158, %162 ]
  %178 = icmp eq i64 %177, -1
  br i1 %178, label %179, label %186

179:
  %180 = phi i64 [ %176, %175 ], [ 0, %119 ], [ 0, %140 ], [ 0, %169 ]
  %181 = load atomic i64, ptr %59 monotonic, align 8
  %182 = and i64 %181, 1
  %183 = icmp eq i64 %182, 0
  br i1 %183, label %184, label %186

184:
  %185 = atomicrmw or ptr %59, i64 1 monotonic, align 8
  br label %186

186:
  %187 = phi i64 [ %176, %175 ], [ %180, %179 ], [ %180, %184 ]
  %188 = icmp eq i64 %187, 0
  br i1 %188, label %193, label %189

189:
  %190 = load ptr, ptr %45, align 8
  %191 = atomicrmw add ptr %60, i64 1 monotonic, align 8
  %192 = getelementptr inbounds nuw i64, ptr %190, i64 %191
  store i64 %127, ptr %192, align 8
  br label %193

193:
  %194 = add nuw i64 %113, 1
  %195 = icmp eq i64 %194, %105
  br i1 %195, label %108, label %112

196:
  br i1 %30, label %211, label %197

197:
  %198 = getelementptr inbounds nuw i8, ptr %8, i64 88
  br label %228

199:
  %200 = phi i64 [ %209, %208 ], [ %15, %66 ]
  %201 = getelementptr inbounds nuw i32, ptr %21, i64 %200
  %202 = load i32, ptr %201, align 4
  %203 = icmp eq i32 %202, 0
  br i1 %203, label %208, label %204

204:
  %205 = getelementptr inbounds nuw i64, ptr %4, i64 %200
  %206 = zext i32 %202 to i64
  %207 = atomicrmw add ptr %205, i64 %206 monotonic, align 8
  br label %208

208:
  %209 = add i64 %200, %17
  %210 = icmp ult i64 %209, %27
  br i1 %210, label %199, label %196

211:
  %212 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %213 = atomicrmw add ptr %212, i64 %67 monotonic, align 8
  %214 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %215 = load i64, ptr %9, align 16
  %216 = atomicrmw add ptr %214, i64 %215 monotonic, align 8
  %217 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %218 = load i64, ptr %10, align 8
  %219 = icmp eq i64 %218, 0
  br i1 %219, label %227, label %220

220:
  %221 = load atomic i64, ptr %217 monotonic, align 8
  %222 = xor i64 %221, -1
  %223 = and i64 %218, %222
  %224 = icmp eq i64 %223, 0
  br i1 %224, label %227, label %225

225:
  %226 = atomicrmw or ptr %217, i64 %218 monotonic, align 8
  br label %227

227:
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %10) #7
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %9) #7
  call void @llvm.lifetime.end.p0(i64 136, ptr nonnull %8) #7
  ret void

228:
  %229 = phi i64 [ 0, %197 ], [ %243, %242 ]
  %230 = load ptr, ptr %198, align 8
  %231 = getelementptr inbounds nuw i64, ptr %230, i64 %229
  %232 = getelementptr inbounds nuw i64, ptr %25, i64 %229
  %233 = load i64, ptr %232, align 8
  %234 = icmp eq i64 %233, 0
  br i1 %234, label %242, label %235

235:
  %236 = load atomic i64, ptr %231 monotonic, align 8
  %237 = xor i64 %236, -1
  %238 = and i64 %233, %237
  %239 = icmp eq i64 %238, 0
  br i1 %239, label %242, label %240

240:
  %241 = atomicrmw or ptr %231, i64 %233 monotonic, align 8
  br label %242

242:
  %243 = add nuw i64 %229, 1
  %244 = icmp eq i64 %243, %24
  br i1 %244, label %211, label %228
}

define void @seek(ptr nocapture noundef %0, i64 noundef %1, i64 noundef %2, i64 noundef %3, ptr nocapture noundef readnone %4, ptr nocapture noundef readonly %5, ptr nocapture noundef readonly %6) local_unnamed_addr #2 {
  %8 = alloca i64, align 8
  %9 = load ptr, ptr %0, align 8
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %11 = load ptr, ptr %10, align 8
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 96
  %13 = load ptr, ptr %12, align 8
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 104
  %15 = load ptr, ptr %14, align 8
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 112
  %17 = load i64, ptr %16, align 8
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 120
  %19 = load ptr, ptr %18, align 8
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 128
  %21 = load i64, ptr %5, align 8
  %22 = getelementptr inbounds nuw i8, ptr %5, i64 8
  %23 = load i64, ptr %22, align 8
  %24 = getelementptr inbounds nuw i8, ptr %5, i64 16
  %25 = load i64, ptr %24, align 8
  %26 = getelementptr inbounds nuw i8, ptr %5, i64 24
  %27 = load i64, ptr %26, align 8
  %28 = mul i64 %27, %23
  %29 = mul i64 %27, %21
  %30 = getelementptr inbounds nuw i8, ptr %6, i64 8
  %31 = load ptr, ptr %30, align 8
  %32 = add i64 %25, %1
  %33 = add i64 %32, %29
  %34 = icmp ult i64 %33, %2
  br i1 %34, label %35, label %169

35:
  %36 = getelementptr inbounds nuw i8, ptr %6, i64 24
  %37 = icmp ugt i64 %3, 2
  %38 = icmp eq i64 %17, 0
  %39 = load i64, ptr @WORDS, align 8
  %40 = icmp eq i64 %39, 0
  %41 = getelementptr inbounds nuw i8, ptr %6, i64 32
  %42 = getelementptr inbounds nuw i8, ptr %6, i64 40
  %43 = icmp eq i64 %3, 1
  %44 = add i64 %3, -3
  %45 = getelementptr inbounds nuw i8, ptr %6, i64 16
  %46 = load i64, ptr @MASKS, align 8
  %47 = lshr i64 %44, 6
  %48 = and i64 %44, 63
  %49 = shl nuw i64 1, %48
  %50 = tail call i64 @llvm.umax.i64(i64 %39, i64 1)
  br label %53

51:
  %52 = trunc nuw i8 %153 to i1
  br i1 %52, label %156, label %169

53:
  %54 = phi i8 [ 0, %35 ], [ %153, %152 ]
  %55 = phi i64 [ %33, %35 ], [ %154, %152 ]
  %56 = getelementptr inbounds nuw i64, ptr %11, i64 %55
  %57 = load i64, ptr %56, align 8
  %58 = load ptr, ptr %6, align 8
  %59 = load ptr, ptr %36, align 8
  call void @recall(ptr noundef %9, i64 noundef %57, ptr noundef %58, ptr noundef %59) #8
  %60 = trunc nuw i8 %54 to i1
  br i1 %60, label %61, label %64

61:
  %62 = load ptr, ptr %6, align 8
  %63 = call zeroext i1 @less(ptr noundef %62, ptr noundef %31) #8
  br i1 %63, label %64, label %152

64:
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #7
  store i64 0, ptr %8, align 8
  br i1 %37, label %65, label %76

65:
  %66 = load ptr, ptr %6, align 8
  %67 = load ptr, ptr %45, align 8
  %68 = getelementptr inbounds nuw i64, ptr %67, i64 %46
  call void @promises(ptr noundef %66, ptr noundef %67, ptr noundef %68) #8
  %69 = load ptr, ptr %45, align 8
  %70 = getelementptr inbounds nuw i64, ptr %69, i64 %47
  %71 = load i64, ptr %70, align 8
  %72 = and i64 %71, %49
  %73 = icmp eq i64 %72, 0
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #7
  %74 = select i1 %73, i1 true, i1 %40
  %75 = select i1 %73, i8 %54, i8 1
  br i1 %74, label %152, label %141

76:
  switch i64 %3, label %77 [
    i64 0, label %140
    i64 2, label %79
  ]

77:
  %78 = load ptr, ptr %6, align 8
  br label %105

79:
  %80 = load ptr, ptr %6, align 8
  br i1 %38, label %150, label %84

81:
  %82 = add nuw i64 %85, 1
  %83 = icmp eq i64 %82, %17
  br i1 %83, label %150, label %84

84:
  %85 = phi i64 [ %82, %81 ], [ 0, %79 ]
  br i1 %40, label %105, label %86

86:
  %87 = mul i64 %39, %85
  %88 = getelementptr i64, ptr %15, i64 %87
  br label %91

89:
  %90 = icmp eq i64 %102, 0
  br i1 %90, label %105, label %81

91:
  %92 = phi i64 [ 0, %86 ], [ %103, %91 ]
  %93 = phi i64 [ 0, %86 ], [ %102, %91 ]
  %94 = getelementptr inbounds nuw i64, ptr %80, i64 %92
  %95 = load i64, ptr %94, align 8
  %96 = getelementptr inbounds nuw i64, ptr %13, i64 %92
  %97 = load i64, ptr %96, align 8
  %98 = xor i64 %97, %95
  %99 = getelementptr i64, ptr %88, i64 %92
  %100 = load i64, ptr %99, align 8
  %101 = and i64 %98, %100
  %102 = or i64 %101, %93
  %103 = add nuw i64 %92, 1
  %104 = icmp eq i64 %103, %39
  br i1 %104, label %89, label %91

105:
  %106 = phi ptr [ %78, %77 ], [ %80, %89 ], [ %80, %84 ]
  %107 = load ptr, ptr %36, align 8
  %108 = load ptr, ptr %41, align 8
  %109 = load ptr, ptr %42, align 8
  %110 = call i64 @successors(ptr noundef %106, ptr noundef %107, ptr noundef %108, ptr noundef %109, ptr noundef nonnull %8) #8
  br i1 %43, label %113, label %111

111:
  %112 = icmp eq i64 %110, 0
  br i1 %112, label %150, label %121

113:
  %114 = load i64, ptr %8, align 8
  %115 = icmp eq i64 %114, 0
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #7
  %116 = select i1 %115, i1 true, i1 %40
  %117 = select i1 %115, i8 %54, i8 1
  br i1 %116, label %152, label %141

118:
  %119 = add nuw i64 %122, 1
  %120 = icmp eq i64 %119, %110
  br i1 %120, label %150, label %121

121:
  %122 = phi i64 [ %119, %118 ], [ 0, %111 ]
  br i1 %40, label %150, label %123

123:
  %124 = load ptr, ptr %36, align 8
  %125 = mul i64 %39, %122
  %126 = getelementptr i64, ptr %124, i64 %125
  br label %129

127:
  %128 = icmp eq i64 %137, 0
  br i1 %128, label %140, label %118

129:
  %130 = phi i64 [ 0, %123 ], [ %138, %129 ]
  %131 = phi i64 [ 0, %123 ], [ %137, %129 ]
  %132 = getelementptr i64, ptr %126, i64 %130
  %133 = load i64, ptr %132, align 8
  %134 = getelementptr inbounds nuw i64, ptr %13, i64 %130
  %135 = load i64, ptr %134, align 8
  %136 = xor i64 %135, %133
  %137 = or i64 %136, %131
  %138 = add nuw i64 %130, 1
  %139 = icmp eq i64 %138, %39
  br i1 %139, label %127, label %129

140:
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #7
  br i1 %40, label %152, label %141

141:
  br label %142

142:
  %143 = phi i64 [ %148, %142 ], [ 0, %141 ]
  %144 = load ptr, ptr %6, align 8
  %145 = getelementptr inbounds nuw i64, ptr %144, i64 %143
  %146 = load i64, ptr %145, align 8
  %147 = getelementptr inbounds nuw i64, ptr %31, i64 %143
  store i64 %146, ptr %147, align 8
  %148 = add nuw i64 %143, 1
  %149 = icmp eq i64 %148, %50
  br i1 %149, label %152, label %142

150:
  %151 = phi i8 [ %54, %79 ], [ %54, %111 ], [ %54, %118 ], [ 1, %121 ], [ %54, %81 ]
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #7
  br label %152

152:
  %153 = phi i8 [ %54, %61 ], [ %75, %65 ], [ %117, %113 ], [ 1, %140 ], [ %151, %150 ], [ 1, %142 ]
  %154 = add i64 %55, %28
  %155 = icmp ult i64 %154, %2
  br i1 %155, label %53, label %51

156:
  %157 = atomicrmw add ptr %20, i64 1 monotonic, align 8
  %158 = load i64, ptr @WORDS, align 8
  %159 = mul i64 %158, %157
  %160 = getelementptr inbounds nuw i64, ptr %19, i64 %159
  %161 = icmp eq i64 %158, 0
  br i1 %161, label %169, label %162

162:
  %163 = phi i64 [ %167, %162 ], [ 0, %156 ]
  %164 = getelementptr inbounds nuw i64, ptr %31, i64 %163
  %165 = load i64, ptr %164, align 8
  %166 = getelementptr inbounds nuw i64, ptr %160, i64 %163
  store i64 %165, ptr %166, align 8
  %167 = add nuw i64 %163, 1
  %168 = icmp eq i64 %167, %158
  br i1 %168, label %169, label %162

169:
  ret void
}

declare i64 @llvm.umax.i64(i64, i64) #6

attributes #0 = { alwaysinline nofree norecurse nounwind memory(readwrite, inaccessiblemem: none) }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { alwaysinline nounwind }
attributes #3 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #4 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #6 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #7 = { nounwind }
attributes #8 = { nounwind }
