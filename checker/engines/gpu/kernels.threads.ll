; Generated from kernels.c by `make runtime`: change that file, not this one.
; SHA-256 of kernels.c: 3d6671d646b7ed5071c0f7c06b054b58150474261ce072477abdc0acf4ce6a1a
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
  br i1 %30, label %36, label %62

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
  br i1 %41, label %67, label %42

42:
  %43 = add i64 %15, %1
  %44 = add i64 %43, %19
  %45 = getelementptr inbounds nuw i8, ptr %8, i64 8
  %46 = getelementptr inbounds nuw i8, ptr %8, i64 32
  %47 = getelementptr inbounds nuw i8, ptr %6, i64 8
  %48 = and i64 %3, 1
  %49 = icmp eq i64 %48, 0
  %50 = getelementptr inbounds nuw i8, ptr %8, i64 80
  %51 = and i64 %3, 2
  %52 = icmp eq i64 %51, 0
  %53 = getelementptr inbounds nuw i8, ptr %6, i64 24
  %54 = getelementptr inbounds nuw i8, ptr %6, i64 32
  %55 = load i64, ptr @WORDS, align 8
  %56 = getelementptr inbounds nuw i32, ptr %21, i64 %26
  %57 = getelementptr inbounds nuw i8, ptr %9, i64 8
  %58 = getelementptr inbounds nuw i8, ptr %8, i64 16
  %59 = getelementptr inbounds nuw i8, ptr %8, i64 24
  %60 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %61 = getelementptr inbounds nuw i8, ptr %0, i64 40
  br label %69

62:
  %63 = phi i64 [ %65, %62 ], [ 0, %29 ]
  %64 = getelementptr inbounds nuw i64, ptr %25, i64 %63
  store i64 0, ptr %64, align 8
  %65 = add nuw i64 %63, 1
  %66 = icmp eq i64 %65, %24
  br i1 %66, label %36, label %62

67:
  %68 = phi i64 [ 0, %36 ], [ %111, %110 ]
  br i1 %28, label %201, label %198

69:
  %70 = phi i64 [ 0, %42 ], [ %111, %110 ]
  %71 = phi i64 [ 0, %42 ], [ %112, %110 ]
  %72 = mul i64 %71, %18
  %73 = add i64 %44, %72
  %74 = icmp ult i64 %73, %2
  br i1 %74, label %75, label %110

75:
  %76 = load ptr, ptr %8, align 8
  %77 = load i64, ptr %45, align 8
  %78 = load ptr, ptr %46, align 8
  %79 = getelementptr inbounds nuw i64, ptr %78, i64 %73
  %80 = load i64, ptr %79, align 8
  %81 = load ptr, ptr %6, align 8
  %82 = load ptr, ptr %47, align 8
  call void @recall(ptr noundef %76, i64 noundef %77, i64 noundef %80, ptr noundef %81, ptr noundef %82) #8
  br i1 %49, label %102, label %83

83:
  %84 = load ptr, ptr %6, align 8
  call void @promises(ptr noundef %84, ptr noundef %23, ptr noundef %25) #8
  br i1 %30, label %102, label %85

85:
  %86 = phi i64 [ %100, %99 ], [ 0, %83 ]
  %87 = load ptr, ptr %50, align 8
  %88 = getelementptr inbounds nuw i64, ptr %87, i64 %86
  %89 = getelementptr inbounds nuw i64, ptr %23, i64 %86
  %90 = load i64, ptr %89, align 8
  %91 = icmp eq i64 %90, 0
  br i1 %91, label %99, label %92

92:
  %93 = load atomic i64, ptr %88 monotonic, align 8
  %94 = xor i64 %93, -1
  %95 = and i64 %90, %94
  %96 = icmp eq i64 %95, 0
  br i1 %96, label %99, label %97

97:
  %98 = atomicrmw or ptr %88, i64 %90 monotonic, align 8
  br label %99

99:
  %100 = add nuw i64 %86, 1
  %101 = icmp eq i64 %100, %24
  br i1 %101, label %102, label %85

102:
  br i1 %52, label %110, label %103

103:
  %104 = load ptr, ptr %6, align 8
  %105 = load ptr, ptr %53, align 8
  %106 = load ptr, ptr %54, align 8
  %107 = call i64 @successors(ptr noundef %104, ptr noundef %105, ptr noundef %106, ptr noundef %21, ptr noundef nonnull %10) #8
  %108 = add i64 %107, %70
  %109 = icmp eq i64 %107, 0
  br i1 %109, label %110, label %114

110:
  %111 = phi i64 [ %108, %103 ], [ %70, %69 ], [ %70, %102 ], [ %108, %195 ]
  %112 = add nuw i64 %71, 1
  %113 = icmp ult i64 %112, %40
  br i1 %113, label %69, label %67

114:
  %115 = phi i64 [ %196, %195 ], [ 0, %103 ]
  %116 = load ptr, ptr %53, align 8
  %117 = mul i64 %55, %115
  %118 = getelementptr inbounds nuw i64, ptr %116, i64 %117
  %119 = load ptr, ptr %6, align 8
  %120 = call zeroext i1 @same(ptr noundef %118, ptr noundef %119) #8
  br i1 %120, label %195, label %121

121:
  %122 = load ptr, ptr %54, align 8
  %123 = getelementptr inbounds nuw i16, ptr %122, i64 %115
  %124 = load i16, ptr %123, align 2
  %125 = zext i16 %124 to i64
  %126 = getelementptr inbounds nuw i32, ptr %56, i64 %125
  %127 = atomicrmw add ptr %126, i32 1 monotonic, align 4
  %128 = load ptr, ptr %47, align 8
  %129 = call i64 @key_of(ptr noundef nonnull %8, ptr noundef %118, ptr noundef %128, ptr noundef nonnull %9) #8
  %130 = load i64, ptr %57, align 8
  %131 = icmp eq i64 %130, 0
  br i1 %131, label %132, label %181

132:
  %133 = load ptr, ptr %58, align 8
  %134 = load i64, ptr %59, align 8
  %135 = icmp eq i64 %129, -1
  br i1 %135, label %136, label %142

136:
  %137 = getelementptr inbounds nuw i64, ptr %133, i64 %134
  %138 = getelementptr inbounds nuw i8, ptr %137, i64 8
  %139 = cmpxchg ptr %138, i64 -1, i64 0 monotonic monotonic, align 8
  %140 = extractvalue { i64, i1 } %139, 1
  %141 = zext i1 %140 to i64
  br label %177

142:
  %143 = icmp eq i64 %134, 0
  br i1 %143, label %181, label %144

144:
  %145 = zext i64 %134 to i128
  %146 = lshr i64 %129, 33
  %147 = xor i64 %146, %129
  %148 = mul i64 %147, -49064778989728563
  %149 = lshr i64 %148, 33
  %150 = xor i64 %149, %148
  %151 = mul i64 %150, -4265267296055464877
  %152 = lshr i64 %151, 33
  %153 = xor i64 %152, %151
  %154 = zext i64 %153 to i128
  %155 = mul nuw i128 %145, %154
  %156 = lshr i128 %155, 64
  %157 = trunc nuw i128 %156 to i64
  br label %158

158:
  %159 = phi i64 [ %175, %171 ], [ %134, %144 ]
  %160 = phi i64 [ %174, %171 ], [ %157, %144 ]
  %161 = getelementptr inbounds nuw i64, ptr %133, i64 %160
  %162 = load atomic i64, ptr %161 monotonic, align 8
  %163 = icmp eq i64 %162, -1
  br i1 %163, label %164, label %168

164:
  %165 = cmpxchg ptr %161, i64 -1, i64 %129 monotonic monotonic, align 8
  %166 = extractvalue { i64, i1 } %165, 0
  %167 = extractvalue { i64, i1 } %165, 1
  br i1 %167, label %177, label %168

168:
  %169 = phi i64 [ %166, %164 ], [ %162, %158 ]
  %170 = icmp eq i64 %169, %129
  br i1 %170, label %177, label %171

171:
  %172 = add i64 %160, 1
  %173 = icmp eq i64 %172, %134
  %174 = select i1 %173, i64 0, i64 %172
  %175 = add i64 %159, -1
  %176 = icmp eq i64 %175, 0
  br i1 %176, label %181, label %158

177:
  %178 = phi i64 [ %141, %136 ], [ 1, %164 ], [ 0, %168 ]
  %179 = phi i64 [ %134, %136 ], [ %160, %168 ], [ %160, %164 ]
  %180 = icmp eq i64 %179, -1
  br i1 %180, label %181, label %188

181:
  %182 = phi i64 [ %178, %177 ], [ 0, %121 ], [ 0, %142 ], [ 0, %171 ]
  %183 = load atomic i64, ptr %60 monotonic, align 8
  %184 = and i64 %183, 1
  %185 = icmp eq i64 %184, 0
  br i1 %185, label %186, label %188

186:
  %187 = atomicrmw or ptr %60, i64 1 monotonic, align 8
  br label %188

188:
  %189 = phi i64 [ %178, %177 ], [ %182, %181 ], [ %182, %186 ]
  %190 = icmp eq i64 %189, 0
  br i1 %190, label %195, label %191

191:
  %192 = load ptr, ptr %46, align 8
  %193 = atomicrmw add ptr %61, i64 1 monotonic, align 8
  %194 = getelementptr inbounds nuw i64, ptr %192, i64 %193
  store i64 %129, ptr %194, align 8
  br label %195

195:
  %196 = add nuw i64 %115, 1
  %197 = icmp eq i64 %196, %107
  br i1 %197, label %110, label %114

198:
  br i1 %30, label %213, label %199

199:
  %200 = getelementptr inbounds nuw i8, ptr %8, i64 88
  br label %230

201:
  %202 = phi i64 [ %211, %210 ], [ %15, %67 ]
  %203 = getelementptr inbounds nuw i32, ptr %21, i64 %202
  %204 = load i32, ptr %203, align 4
  %205 = icmp eq i32 %204, 0
  br i1 %205, label %210, label %206

206:
  %207 = getelementptr inbounds nuw i64, ptr %4, i64 %202
  %208 = zext i32 %204 to i64
  %209 = atomicrmw add ptr %207, i64 %208 monotonic, align 8
  br label %210

210:
  %211 = add i64 %202, %17
  %212 = icmp ult i64 %211, %27
  br i1 %212, label %201, label %198

213:
  %214 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %215 = atomicrmw add ptr %214, i64 %68 monotonic, align 8
  %216 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %217 = load i64, ptr %9, align 16
  %218 = atomicrmw add ptr %216, i64 %217 monotonic, align 8
  %219 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %220 = load i64, ptr %10, align 8
  %221 = icmp eq i64 %220, 0
  br i1 %221, label %229, label %222

222:
  %223 = load atomic i64, ptr %219 monotonic, align 8
  %224 = xor i64 %223, -1
  %225 = and i64 %220, %224
  %226 = icmp eq i64 %225, 0
  br i1 %226, label %229, label %227

227:
  %228 = atomicrmw or ptr %219, i64 %220 monotonic, align 8
  br label %229

229:
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %10) #7
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %9) #7
  call void @llvm.lifetime.end.p0(i64 136, ptr nonnull %8) #7
  ret void

230:
  %231 = phi i64 [ 0, %199 ], [ %245, %244 ]
  %232 = load ptr, ptr %200, align 8
  %233 = getelementptr inbounds nuw i64, ptr %232, i64 %231
  %234 = getelementptr inbounds nuw i64, ptr %25, i64 %231
  %235 = load i64, ptr %234, align 8
  %236 = icmp eq i64 %235, 0
  br i1 %236, label %244, label %237

237:
  %238 = load atomic i64, ptr %233 monotonic, align 8
  %239 = xor i64 %238, -1
  %240 = and i64 %235, %239
  %241 = icmp eq i64 %240, 0
  br i1 %241, label %244, label %242

242:
  %243 = atomicrmw or ptr %233, i64 %235 monotonic, align 8
  br label %244

244:
  %245 = add nuw i64 %231, 1
  %246 = icmp eq i64 %245, %24
  br i1 %246, label %213, label %230
}

define void @seek(ptr nocapture noundef %0, i64 noundef %1, i64 noundef %2, i64 noundef %3, ptr nocapture noundef readnone %4, ptr nocapture noundef readonly %5, ptr nocapture noundef readonly %6) local_unnamed_addr #2 {
  %8 = alloca i64, align 8
  %9 = load ptr, ptr %0, align 8
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %11 = load i64, ptr %10, align 8
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %13 = load ptr, ptr %12, align 8
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 96
  %15 = load ptr, ptr %14, align 8
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 104
  %17 = load ptr, ptr %16, align 8
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 112
  %19 = load i64, ptr %18, align 8
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 120
  %21 = load ptr, ptr %20, align 8
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 128
  %23 = load i64, ptr %5, align 8
  %24 = getelementptr inbounds nuw i8, ptr %5, i64 8
  %25 = load i64, ptr %24, align 8
  %26 = getelementptr inbounds nuw i8, ptr %5, i64 16
  %27 = load i64, ptr %26, align 8
  %28 = getelementptr inbounds nuw i8, ptr %5, i64 24
  %29 = load i64, ptr %28, align 8
  %30 = mul i64 %29, %25
  %31 = mul i64 %29, %23
  %32 = getelementptr inbounds nuw i8, ptr %6, i64 8
  %33 = load ptr, ptr %32, align 8
  %34 = add i64 %27, %1
  %35 = add i64 %34, %31
  %36 = icmp ult i64 %35, %2
  br i1 %36, label %37, label %171

37:
  %38 = getelementptr inbounds nuw i8, ptr %6, i64 24
  %39 = icmp ugt i64 %3, 2
  %40 = icmp eq i64 %19, 0
  %41 = load i64, ptr @WORDS, align 8
  %42 = icmp eq i64 %41, 0
  %43 = getelementptr inbounds nuw i8, ptr %6, i64 32
  %44 = getelementptr inbounds nuw i8, ptr %6, i64 40
  %45 = icmp eq i64 %3, 1
  %46 = add i64 %3, -3
  %47 = getelementptr inbounds nuw i8, ptr %6, i64 16
  %48 = load i64, ptr @MASKS, align 8
  %49 = lshr i64 %46, 6
  %50 = and i64 %46, 63
  %51 = shl nuw i64 1, %50
  %52 = tail call i64 @llvm.umax.i64(i64 %41, i64 1)
  br label %55

53:
  %54 = trunc nuw i8 %155 to i1
  br i1 %54, label %158, label %171

55:
  %56 = phi i8 [ 0, %37 ], [ %155, %154 ]
  %57 = phi i64 [ %35, %37 ], [ %156, %154 ]
  %58 = getelementptr inbounds nuw i64, ptr %13, i64 %57
  %59 = load i64, ptr %58, align 8
  %60 = load ptr, ptr %6, align 8
  %61 = load ptr, ptr %38, align 8
  call void @recall(ptr noundef %9, i64 noundef %11, i64 noundef %59, ptr noundef %60, ptr noundef %61) #8
  %62 = trunc nuw i8 %56 to i1
  br i1 %62, label %63, label %66

63:
  %64 = load ptr, ptr %6, align 8
  %65 = call zeroext i1 @less(ptr noundef %64, ptr noundef %33) #8
  br i1 %65, label %66, label %154

66:
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #7
  store i64 0, ptr %8, align 8
  br i1 %39, label %67, label %78

67:
  %68 = load ptr, ptr %6, align 8
  %69 = load ptr, ptr %47, align 8
  %70 = getelementptr inbounds nuw i64, ptr %69, i64 %48
  call void @promises(ptr noundef %68, ptr noundef %69, ptr noundef %70) #8
  %71 = load ptr, ptr %47, align 8
  %72 = getelementptr inbounds nuw i64, ptr %71, i64 %49
  %73 = load i64, ptr %72, align 8
  %74 = and i64 %73, %51
  %75 = icmp eq i64 %74, 0
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #7
  %76 = select i1 %75, i1 true, i1 %42
  %77 = select i1 %75, i8 %56, i8 1
  br i1 %76, label %154, label %143

78:
  switch i64 %3, label %79 [
    i64 0, label %142
    i64 2, label %81
  ]

79:
  %80 = load ptr, ptr %6, align 8
  br label %107

81:
  %82 = load ptr, ptr %6, align 8
  br i1 %40, label %152, label %86

83:
  %84 = add nuw i64 %87, 1
  %85 = icmp eq i64 %84, %19
  br i1 %85, label %152, label %86

86:
  %87 = phi i64 [ %84, %83 ], [ 0, %81 ]
  br i1 %42, label %107, label %88

88:
  %89 = mul i64 %41, %87
  %90 = getelementptr i64, ptr %17, i64 %89
  br label %93

91:
  %92 = icmp eq i64 %104, 0
  br i1 %92, label %107, label %83

93:
  %94 = phi i64 [ 0, %88 ], [ %105, %93 ]
  %95 = phi i64 [ 0, %88 ], [ %104, %93 ]
  %96 = getelementptr inbounds nuw i64, ptr %82, i64 %94
  %97 = load i64, ptr %96, align 8
  %98 = getelementptr inbounds nuw i64, ptr %15, i64 %94
  %99 = load i64, ptr %98, align 8
  %100 = xor i64 %99, %97
  %101 = getelementptr i64, ptr %90, i64 %94
  %102 = load i64, ptr %101, align 8
  %103 = and i64 %100, %102
  %104 = or i64 %103, %95
  %105 = add nuw i64 %94, 1
  %106 = icmp eq i64 %105, %41
  br i1 %106, label %91, label %93

107:
  %108 = phi ptr [ %80, %79 ], [ %82, %91 ], [ %82, %86 ]
  %109 = load ptr, ptr %38, align 8
  %110 = load ptr, ptr %43, align 8
  %111 = load ptr, ptr %44, align 8
  %112 = call i64 @successors(ptr noundef %108, ptr noundef %109, ptr noundef %110, ptr noundef %111, ptr noundef nonnull %8) #8
  br i1 %45, label %115, label %113

113:
  %114 = icmp eq i64 %112, 0
  br i1 %114, label %152, label %123

115:
  %116 = load i64, ptr %8, align 8
  %117 = icmp eq i64 %116, 0
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #7
  %118 = select i1 %117, i1 true, i1 %42
  %119 = select i1 %117, i8 %56, i8 1
  br i1 %118, label %154, label %143

120:
  %121 = add nuw i64 %124, 1
  %122 = icmp eq i64 %121, %112
  br i1 %122, label %152, label %123

123:
  %124 = phi i64 [ %121, %120 ], [ 0, %113 ]
  br i1 %42, label %152, label %125

125:
  %126 = load ptr, ptr %38, align 8
  %127 = mul i64 %41, %124
  %128 = getelementptr i64, ptr %126, i64 %127
  br label %131

129:
  %130 = icmp eq i64 %139, 0
  br i1 %130, label %142, label %120

131:
  %132 = phi i64 [ 0, %125 ], [ %140, %131 ]
  %133 = phi i64 [ 0, %125 ], [ %139, %131 ]
  %134 = getelementptr i64, ptr %128, i64 %132
  %135 = load i64, ptr %134, align 8
  %136 = getelementptr inbounds nuw i64, ptr %15, i64 %132
  %137 = load i64, ptr %136, align 8
  %138 = xor i64 %137, %135
  %139 = or i64 %138, %133
  %140 = add nuw i64 %132, 1
  %141 = icmp eq i64 %140, %41
  br i1 %141, label %129, label %131

142:
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #7
  br i1 %42, label %154, label %143

143:
  br label %144

144:
  %145 = phi i64 [ %150, %144 ], [ 0, %143 ]
  %146 = load ptr, ptr %6, align 8
  %147 = getelementptr inbounds nuw i64, ptr %146, i64 %145
  %148 = load i64, ptr %147, align 8
  %149 = getelementptr inbounds nuw i64, ptr %33, i64 %145
  store i64 %148, ptr %149, align 8
  %150 = add nuw i64 %145, 1
  %151 = icmp eq i64 %150, %52
  br i1 %151, label %154, label %144

152:
  %153 = phi i8 [ %56, %81 ], [ %56, %113 ], [ %56, %120 ], [ 1, %123 ], [ %56, %83 ]
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #7
  br label %154

154:
  %155 = phi i8 [ %56, %63 ], [ %77, %67 ], [ %119, %115 ], [ 1, %142 ], [ %153, %152 ], [ 1, %144 ]
  %156 = add i64 %57, %30
  %157 = icmp ult i64 %156, %2
  br i1 %157, label %55, label %53

158:
  %159 = atomicrmw add ptr %22, i64 1 monotonic, align 8
  %160 = load i64, ptr @WORDS, align 8
  %161 = mul i64 %160, %159
  %162 = getelementptr inbounds nuw i64, ptr %21, i64 %161
  %163 = icmp eq i64 %160, 0
  br i1 %163, label %171, label %164

164:
  %165 = phi i64 [ %169, %164 ], [ 0, %158 ]
  %166 = getelementptr inbounds nuw i64, ptr %33, i64 %165
  %167 = load i64, ptr %166, align 8
  %168 = getelementptr inbounds nuw i64, ptr %162, i64 %165
  store i64 %167, ptr %168, align 8
  %169 = add nuw i64 %165, 1
  %170 = icmp eq i64 %169, %160
  br i1 %170, label %171, label %164

171:
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
