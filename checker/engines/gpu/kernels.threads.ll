; Generated from kernels.c by `make runtime`: change that file, not this one.
; SHA-256 of kernels.c: fbfac0e2b976f5c563bd20777572836a281735b06e899b7afc30eb6be80ad244
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
  br i1 %30, label %36, label %65

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
  br i1 %41, label %70, label %42

42:
  %43 = add i64 %15, %1
  %44 = add i64 %43, %19
  %45 = and i64 %3, 2
  %46 = icmp ne i64 %45, 0
  %47 = getelementptr inbounds nuw i8, ptr %8, i64 32
  %48 = getelementptr inbounds nuw i8, ptr %6, i64 8
  %49 = and i64 %3, 1
  %50 = icmp eq i64 %49, 0
  %51 = getelementptr inbounds nuw i8, ptr %8, i64 80
  %52 = load i64, ptr @CURSORS, align 8
  %53 = icmp eq i64 %52, 0
  %54 = getelementptr inbounds nuw i8, ptr %6, i64 48
  %55 = getelementptr inbounds nuw i8, ptr %6, i64 24
  %56 = getelementptr inbounds nuw i8, ptr %6, i64 32
  %57 = icmp ugt i64 %52, 1
  %58 = load i64, ptr @WORDS, align 8
  %59 = getelementptr inbounds nuw i32, ptr %21, i64 %26
  %60 = getelementptr inbounds nuw i8, ptr %9, i64 8
  %61 = getelementptr inbounds nuw i8, ptr %8, i64 16
  %62 = getelementptr inbounds nuw i8, ptr %8, i64 24
  %63 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %64 = getelementptr inbounds nuw i8, ptr %0, i64 40
  br label %72

65:
  %66 = phi i64 [ %68, %65 ], [ 0, %29 ]
  %67 = getelementptr inbounds nuw i64, ptr %25, i64 %66
  store i64 0, ptr %67, align 8
  %68 = add nuw i64 %66, 1
  %69 = icmp eq i64 %68, %24
  br i1 %69, label %36, label %65

70:
  %71 = phi i64 [ 0, %36 ], [ %218, %217 ]
  br i1 %28, label %224, label %221

72:
  %73 = phi i64 [ 0, %42 ], [ %218, %217 ]
  %74 = phi i64 [ 0, %42 ], [ %219, %217 ]
  %75 = mul i64 %74, %18
  %76 = add i64 %44, %75
  %77 = icmp ult i64 %76, %2
  %78 = and i1 %46, %77
  br i1 %77, label %79, label %105

79:
  %80 = load ptr, ptr %8, align 8
  %81 = load ptr, ptr %47, align 8
  %82 = getelementptr inbounds nuw i64, ptr %81, i64 %76
  %83 = load i64, ptr %82, align 8
  %84 = load ptr, ptr %6, align 8
  %85 = load ptr, ptr %48, align 8
  call void @recall(ptr noundef %80, i64 noundef %83, ptr noundef %84, ptr noundef %85) #8
  br i1 %50, label %105, label %86

86:
  %87 = load ptr, ptr %6, align 8
  call void @promises(ptr noundef %87, ptr noundef %23, ptr noundef %25) #8
  br i1 %30, label %105, label %88

88:
  %89 = phi i64 [ %103, %102 ], [ 0, %86 ]
  %90 = load ptr, ptr %51, align 8
  %91 = getelementptr inbounds nuw i64, ptr %90, i64 %89
  %92 = getelementptr inbounds nuw i64, ptr %23, i64 %89
  %93 = load i64, ptr %92, align 8
  %94 = icmp eq i64 %93, 0
  br i1 %94, label %102, label %95

95:
  %96 = load atomic i64, ptr %91 monotonic, align 8
  %97 = xor i64 %96, -1
  %98 = and i64 %93, %97
  %99 = icmp eq i64 %98, 0
  br i1 %99, label %102, label %100

100:
  %101 = atomicrmw or ptr %91, i64 %93 monotonic, align 8
  br label %102

102:
  %103 = add nuw i64 %89, 1
  %104 = icmp eq i64 %103, %24
  br i1 %104, label %105, label %88

105:
  br i1 %53, label %112, label %106

106:
  %107 = phi i64 [ %110, %106 ], [ 0, %105 ]
  %108 = load ptr, ptr %54, align 8
  %109 = getelementptr inbounds nuw i64, ptr %108, i64 %107
  store i64 0, ptr %109, align 8
  %110 = add nuw i64 %107, 1
  %111 = icmp eq i64 %110, %52
  br i1 %111, label %112, label %106

112:
  br label %113

113:
  %114 = phi i1 [ true, %132 ], [ %78, %112 ]
  %115 = phi i64 [ %130, %132 ], [ %73, %112 ]
  br i1 %114, label %116, label %217

116:
  %117 = load ptr, ptr %54, align 8
  store i64 0, ptr %117, align 8
  %118 = load ptr, ptr %6, align 8
  %119 = load ptr, ptr %55, align 8
  %120 = load ptr, ptr %56, align 8
  %121 = load ptr, ptr %20, align 8
  %122 = load ptr, ptr %54, align 8
  %123 = call i64 @successors(ptr noundef %118, ptr noundef %119, ptr noundef %120, ptr noundef %121, ptr noundef nonnull %10, ptr noundef %122) #8
  br i1 %57, label %124, label %128

124:
  %125 = load ptr, ptr %54, align 8
  %126 = load i64, ptr %125, align 8
  %127 = icmp ne i64 %126, 0
  br label %128

128:
  %129 = phi i1 [ false, %116 ], [ %127, %124 ]
  %130 = add i64 %123, %115
  %131 = icmp eq i64 %123, 0
  br i1 %131, label %132, label %133

132:
  br i1 %129, label %113, label %217

133:
  %134 = phi i64 [ %215, %214 ], [ 0, %128 ]
  %135 = load ptr, ptr %55, align 8
  %136 = mul i64 %58, %134
  %137 = getelementptr inbounds nuw i64, ptr %135, i64 %136
  %138 = load ptr, ptr %6, align 8
  %139 = call zeroext i1 @same(ptr noundef %137, ptr noundef %138) #8
  br i1 %139, label %214, label %140

140:
  %141 = load ptr, ptr %56, align 8
  %142 = getelementptr inbounds nuw i16, ptr %141, i64 %134
  %143 = load i16, ptr %142, align 2
  %144 = zext i16 %143 to i64
  %145 = getelementptr inbounds nuw i32, ptr %59, i64 %144
  %146 = atomicrmw add ptr %145, i32 1 monotonic, align 4
  %147 = load ptr, ptr %48, align 8
  %148 = call i64 @key_of(ptr noundef nonnull %8, ptr noundef %137, ptr noundef %147, ptr noundef nonnull %9) #8
  %149 = load i64, ptr %60, align 8
  %150 = icmp eq i64 %149, 0
  br i1 %150, label %151, label %200

151:
  %152 = load ptr, ptr %61, align 8
  %153 = load i64, ptr %62, align 8
  %154 = icmp eq i64 %148, -1
  br i1 %154, label %155, label %161

155:
  %156 = getelementptr inbounds nuw i64, ptr %152, i64 %153
  %157 = getelementptr inbounds nuw i8, ptr %156, i64 8
  %158 = cmpxchg ptr %157, i64 -1, i64 0 monotonic monotonic, align 8
  %159 = extractvalue { i64, i1 } %158, 1
  %160 = zext i1 %159 to i64
  br label %196

161:
  %162 = icmp eq i64 %153, 0
  br i1 %162, label %200, label %163

163:
  %164 = zext i64 %153 to i128
  %165 = lshr i64 %148, 33
  %166 = xor i64 %165, %148
  %167 = mul i64 %166, -49064778989728563
  %168 = lshr i64 %167, 33
  %169 = xor i64 %168, %167
  %170 = mul i64 %169, -4265267296055464877
  %171 = lshr i64 %170, 33
  %172 = xor i64 %171, %170
  %173 = zext i64 %172 to i128
  %174 = mul nuw i128 %164, %173
  %175 = lshr i128 %174, 64
  %176 = trunc nuw i128 %175 to i64
  br label %177

177:
  %178 = phi i64 [ %194, %190 ], [ %153, %163 ]
  %179 = phi i64 [ %193, %190 ], [ %176, %163 ]
  %180 = getelementptr inbounds nuw i64, ptr %152, i64 %179
  %181 = load atomic i64, ptr %180 monotonic, align 8
  %182 = icmp eq i64 %181, -1
  br i1 %182, label %183, label %187

183:
  %184 = cmpxchg ptr %180, i64 -1, i64 %148 monotonic monotonic, align 8
  %185 = extractvalue { i64, i1 } %184, 0
  %186 = extractvalue { i64, i1 } %184, 1
  br i1 %186, label %196, label %187

187:
  %188 = phi i64 [ %185, %183 ], [ %181, %177 ]
  %189 = icmp eq i64 %188, %148
  br i1 %189, label %196, label %190

190:
  %191 = add i64 %179, 1
  %192 = icmp eq i64 %191, %153
  %193 = select i1 %192, i64 0, i64 %191
  %194 = add i64 %178, -1
  %195 = icmp eq i64 %194, 0
  br i1 %195, label %200, label %177

196:
  %197 = phi i64 [ %160, %155 ], [ 1, %183 ], [ 0, %187 ]
  %198 = phi i64 [ %153, %155 ], [ %179, %187 ], [ %179, %183 ]
  %199 = icmp eq i64 %198, -1
  br i1 %199, label %200, label %207

200:
  %201 = phi i64 [ %197, %196 ], [ 0, %140 ], [ 0, %161 ], [ 0, %190 ]
  %202 = load atomic i64, ptr %63 monotonic, align 8
  %203 = and i64 %202, 1
  %204 = icmp eq i64 %203, 0
  br i1 %204, label %205, label %207

205:
  %206 = atomicrmw or ptr %63, i64 1 monotonic, align 8
  br label %207

207:
  %208 = phi i64 [ %197, %196 ], [ %201, %200 ], [ %201, %205 ]
  %209 = icmp eq i64 %208, 0
  br i1 %209, label %214, label %210

210:
  %211 = load ptr, ptr %47, align 8
  %212 = atomicrmw add ptr %64, i64 1 monotonic, align 8
  %213 = getelementptr inbounds nuw i64, ptr %211, i64 %212
  store i64 %148, ptr %213, align 8
  br label %214

214:
  %215 = add nuw i64 %134, 1
  %216 = icmp eq i64 %215, %123
  br i1 %216, label %132, label %133

217:
  %218 = phi i64 [ %130, %132 ], [ %115, %113 ]
  %219 = add nuw i64 %74, 1
  %220 = icmp ult i64 %219, %40
  br i1 %220, label %72, label %70

221:
  br i1 %30, label %236, label %222

222:
  %223 = getelementptr inbounds nuw i8, ptr %8, i64 88
  br label %253

224:
  %225 = phi i64 [ %234, %233 ], [ %15, %70 ]
  %226 = getelementptr inbounds nuw i32, ptr %21, i64 %225
  %227 = load i32, ptr %226, align 4
  %228 = icmp eq i32 %227, 0
  br i1 %228, label %233, label %229

229:
  %230 = getelementptr inbounds nuw i64, ptr %4, i64 %225
  %231 = zext i32 %227 to i64
  %232 = atomicrmw add ptr %230, i64 %231 monotonic, align 8
  br label %233

233:
  %234 = add i64 %225, %17
  %235 = icmp ult i64 %234, %27
  br i1 %235, label %224, label %221

236:
  %237 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %238 = atomicrmw add ptr %237, i64 %71 monotonic, align 8
  %239 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %240 = load i64, ptr %9, align 16
  %241 = atomicrmw add ptr %239, i64 %240 monotonic, align 8
  %242 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %243 = load i64, ptr %10, align 8
  %244 = icmp eq i64 %243, 0
  br i1 %244, label %252, label %245

245:
  %246 = load atomic i64, ptr %242 monotonic, align 8
  %247 = xor i64 %246, -1
  %248 = and i64 %243, %247
  %249 = icmp eq i64 %248, 0
  br i1 %249, label %252, label %250

250:
  %251 = atomicrmw or ptr %242, i64 %243 monotonic, align 8
  br label %252

252:
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %10) #7
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %9) #7
  call void @llvm.lifetime.end.p0(i64 136, ptr nonnull %8) #7
  ret void

253:
  %254 = phi i64 [ 0, %222 ], [ %268, %267 ]
  %255 = load ptr, ptr %223, align 8
  %256 = getelementptr inbounds nuw i64, ptr %255, i64 %254
  %257 = getelementptr inbounds nuw i64, ptr %25, i64 %254
  %258 = load i64, ptr %257, align 8
  %259 = icmp eq i64 %258, 0
  br i1 %259, label %267, label %260

260:
  %261 = load atomic i64, ptr %256 monotonic, align 8
  %262 = xor i64 %261, -1
  %263 = and i64 %258, %262
  %264 = icmp eq i64 %263, 0
  br i1 %264, label %267, label %265

265:
  %266 = atomicrmw or ptr %256, i64 %258 monotonic, align 8
  br label %267

267:
  %268 = add nuw i64 %254, 1
  %269 = icmp eq i64 %268, %24
  br i1 %269, label %236, label %253
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
  br i1 %34, label %35, label %192

35:
  %36 = getelementptr inbounds nuw i8, ptr %6, i64 24
  %37 = icmp ugt i64 %3, 2
  %38 = icmp eq i64 %3, 0
  %39 = icmp ne i64 %3, 2
  %40 = icmp eq i64 %17, 0
  %41 = load i64, ptr @WORDS, align 8
  %42 = icmp eq i64 %41, 0
  %43 = load i64, ptr @CURSORS, align 8
  %44 = icmp eq i64 %43, 0
  %45 = getelementptr inbounds nuw i8, ptr %6, i64 48
  %46 = getelementptr inbounds nuw i8, ptr %6, i64 32
  %47 = getelementptr inbounds nuw i8, ptr %6, i64 40
  %48 = icmp ugt i64 %43, 1
  %49 = icmp ne i64 %3, 1
  %50 = add i64 %3, -3
  %51 = getelementptr inbounds nuw i8, ptr %6, i64 16
  %52 = load i64, ptr @MASKS, align 8
  %53 = lshr i64 %50, 6
  %54 = and i64 %50, 63
  %55 = shl nuw i64 1, %54
  %56 = tail call i64 @llvm.umax.i64(i64 %41, i64 1)
  br label %59

57:
  %58 = trunc nuw i8 %176 to i1
  br i1 %58, label %179, label %192

59:
  %60 = phi i8 [ 0, %35 ], [ %176, %175 ]
  %61 = phi i64 [ %33, %35 ], [ %177, %175 ]
  %62 = getelementptr inbounds nuw i64, ptr %11, i64 %61
  %63 = load i64, ptr %62, align 8
  %64 = load ptr, ptr %6, align 8
  %65 = load ptr, ptr %36, align 8
  call void @recall(ptr noundef %9, i64 noundef %63, ptr noundef %64, ptr noundef %65) #8
  %66 = trunc nuw i8 %60 to i1
  br i1 %66, label %67, label %70

67:
  %68 = load ptr, ptr %6, align 8
  %69 = call zeroext i1 @less(ptr noundef %68, ptr noundef %31) #8
  br i1 %69, label %70, label %175

70:
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #7
  store i64 0, ptr %8, align 8
  br i1 %37, label %71, label %82

71:
  %72 = load ptr, ptr %6, align 8
  %73 = load ptr, ptr %51, align 8
  %74 = getelementptr inbounds nuw i64, ptr %73, i64 %52
  call void @promises(ptr noundef %72, ptr noundef %73, ptr noundef %74) #8
  %75 = load ptr, ptr %51, align 8
  %76 = getelementptr inbounds nuw i64, ptr %75, i64 %53
  %77 = load i64, ptr %76, align 8
  %78 = and i64 %77, %55
  %79 = icmp eq i64 %78, 0
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #7
  %80 = select i1 %79, i1 true, i1 %42
  %81 = select i1 %79, i8 %60, i8 1
  br i1 %80, label %175, label %164

82:
  br i1 %38, label %163, label %83

83:
  br i1 %39, label %110, label %84

84:
  %85 = load ptr, ptr %6, align 8
  br i1 %40, label %173, label %89

86:
  %87 = add nuw i64 %90, 1
  %88 = icmp eq i64 %87, %17
  br i1 %88, label %173, label %89

89:
  %90 = phi i64 [ %87, %86 ], [ 0, %84 ]
  br i1 %42, label %110, label %91

91:
  %92 = mul i64 %41, %90
  %93 = getelementptr i64, ptr %15, i64 %92
  br label %96

94:
  %95 = icmp eq i64 %107, 0
  br i1 %95, label %110, label %86

96:
  %97 = phi i64 [ 0, %91 ], [ %108, %96 ]
  %98 = phi i64 [ 0, %91 ], [ %107, %96 ]
  %99 = getelementptr inbounds nuw i64, ptr %85, i64 %97
  %100 = load i64, ptr %99, align 8
  %101 = getelementptr inbounds nuw i64, ptr %13, i64 %97
  %102 = load i64, ptr %101, align 8
  %103 = xor i64 %102, %100
  %104 = getelementptr i64, ptr %93, i64 %97
  %105 = load i64, ptr %104, align 8
  %106 = and i64 %103, %105
  %107 = or i64 %106, %98
  %108 = add nuw i64 %97, 1
  %109 = icmp eq i64 %108, %41
  br i1 %109, label %94, label %96

110:
  br i1 %44, label %111, label %113

111:
  %112 = load ptr, ptr %45, align 8
  br label %119

113:
  %114 = phi i64 [ %117, %113 ], [ 0, %110 ]
  %115 = load ptr, ptr %45, align 8
  %116 = getelementptr inbounds nuw i64, ptr %115, i64 %114
  store i64 0, ptr %116, align 8
  %117 = add nuw i64 %114, 1
  %118 = icmp eq i64 %117, %43
  br i1 %118, label %111, label %113

119:
  %120 = phi ptr [ %112, %111 ], [ %154, %153 ]
  store i64 0, ptr %120, align 8
  %121 = load ptr, ptr %6, align 8
  %122 = load ptr, ptr %36, align 8
  %123 = load ptr, ptr %46, align 8
  %124 = load ptr, ptr %47, align 8
  %125 = load ptr, ptr %45, align 8
  %126 = call i64 @successors(ptr noundef %121, ptr noundef %122, ptr noundef %123, ptr noundef %124, ptr noundef nonnull %8, ptr noundef %125) #8
  %127 = icmp eq i64 %126, 0
  %128 = or i1 %39, %127
  br i1 %128, label %152, label %132

129:
  %130 = add nuw i64 %133, 1
  %131 = icmp ult i64 %130, %126
  br i1 %131, label %132, label %152

132:
  %133 = phi i64 [ %130, %129 ], [ 0, %119 ]
  br i1 %42, label %173, label %134

134:
  %135 = load ptr, ptr %36, align 8
  %136 = mul i64 %41, %133
  %137 = getelementptr i64, ptr %135, i64 %136
  br label %141

138:
  %139 = icmp eq i64 %149, 0
  br i1 %139, label %140, label %129

140:
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #7
  br label %164

141:
  %142 = phi i64 [ 0, %134 ], [ %150, %141 ]
  %143 = phi i64 [ 0, %134 ], [ %149, %141 ]
  %144 = getelementptr i64, ptr %137, i64 %142
  %145 = load i64, ptr %144, align 8
  %146 = getelementptr inbounds nuw i64, ptr %13, i64 %142
  %147 = load i64, ptr %146, align 8
  %148 = xor i64 %147, %145
  %149 = or i64 %148, %143
  %150 = add nuw i64 %142, 1
  %151 = icmp eq i64 %150, %41
  br i1 %151, label %138, label %141

152:
  br i1 %48, label %153, label %157

153:
  %154 = load ptr, ptr %45, align 8
  %155 = load i64, ptr %154, align 8
  %156 = icmp eq i64 %155, 0
  br i1 %156, label %157, label %119

157:
  %158 = load i64, ptr %8, align 8
  %159 = icmp eq i64 %158, 0
  %160 = select i1 %49, i1 true, i1 %159
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #7
  %161 = select i1 %160, i1 true, i1 %42
  %162 = select i1 %160, i8 %60, i8 1
  br i1 %161, label %175, label %164

163:
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #7
  br i1 %42, label %175, label %164

164:
  br label %165

165:
  %166 = phi i64 [ %171, %165 ], [ 0, %164 ]
  %167 = load ptr, ptr %6, align 8
  %168 = getelementptr inbounds nuw i64, ptr %167, i64 %166
  %169 = load i64, ptr %168, align 8
  %170 = getelementptr inbounds nuw i64, ptr %31, i64 %166
  store i64 %169, ptr %170, align 8
  %171 = add nuw i64 %166, 1
  %172 = icmp eq i64 %171, %56
  br i1 %172, label %175, label %165

173:
  %174 = phi i8 [ %60, %84 ], [ 1, %132 ], [ %60, %86 ]
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #7
  br label %175

175:
  %176 = phi i8 [ %60, %67 ], [ %81, %71 ], [ %162, %157 ], [ 1, %163 ], [ %174, %173 ], [ 1, %165 ]
  %177 = add i64 %61, %28
  %178 = icmp ult i64 %177, %2
  br i1 %178, label %59, label %57

179:
  %180 = atomicrmw add ptr %20, i64 1 monotonic, align 8
  %181 = load i64, ptr @WORDS, align 8
  %182 = mul i64 %181, %180
  %183 = getelementptr inbounds nuw i64, ptr %19, i64 %182
  %184 = icmp eq i64 %181, 0
  br i1 %184, label %192, label %185

185:
  %186 = phi i64 [ %190, %185 ], [ 0, %179 ]
  %187 = getelementptr inbounds nuw i64, ptr %31, i64 %186
  %188 = load i64, ptr %187, align 8
  %189 = getelementptr inbounds nuw i64, ptr %183, i64 %186
  store i64 %188, ptr %189, align 8
  %190 = add nuw i64 %186, 1
  %191 = icmp eq i64 %190, %181
  br i1 %191, label %192, label %185

192:
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
