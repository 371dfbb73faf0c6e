; Generated from kernels.c by `make runtime`: change that file, not this one.
; SHA-256 of kernels.c: cff8cc9886f7632576ef1189f2edebdfdb1a29f54261718579a5f000476baabf
%struct.search = type { ptr, i64, ptr, i64, ptr, i64, i64, i64, i64, i64, ptr, ptr, ptr, ptr, i64, ptr, i64 }

define i64 @reference(ptr nocapture noundef readonly %0, i64 noundef %1, ptr nocapture noundef readonly %2, ptr nocapture noundef %3) local_unnamed_addr #0 {
  %5 = load i64, ptr %2, align 8
  %6 = icmp eq i64 %1, %5
  br i1 %6, label %7, label %10

7:
  %8 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %9 = load i64, ptr %8, align 8
  br label %61

10:
  %11 = load ptr, ptr %0, align 8
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %13 = load i64, ptr %12, align 8
  %14 = icmp eq i64 %1, -1
  br i1 %14, label %15, label %23

15:
  %16 = getelementptr inbounds nuw i64, ptr %11, i64 %13
  %17 = getelementptr inbounds nuw i8, ptr %16, i64 8
  %18 = cmpxchg ptr %17, i64 -1, i64 0 monotonic monotonic, align 8
  %19 = extractvalue { i64, i1 } %18, 1
  %20 = zext i1 %19 to i64
  %21 = load i64, ptr %3, align 8
  %22 = add i64 %21, %20
  store i64 %22, ptr %3, align 8
  br label %61

23:
  %24 = icmp eq i64 %13, 0
  br i1 %24, label %61, label %25

25:
  %26 = zext i64 %13 to i128
  %27 = lshr i64 %1, 33
  %28 = xor i64 %27, %1
  %29 = mul i64 %28, -49064778989728563
  %30 = lshr i64 %29, 33
  %31 = xor i64 %30, %29
  %32 = mul i64 %31, -4265267296055464877
  %33 = lshr i64 %32, 33
  %34 = xor i64 %33, %32
  %35 = zext i64 %34 to i128
  %36 = mul nuw i128 %26, %35
  %37 = lshr i128 %36, 64
  %38 = trunc nuw i128 %37 to i64
  br label %39

39:
  %40 = phi i64 [ %59, %55 ], [ %13, %25 ]
  %41 = phi i64 [ %58, %55 ], [ %38, %25 ]
  %42 = getelementptr inbounds nuw i64, ptr %11, i64 %41
  %43 = load atomic i64, ptr %42 monotonic, align 8
  %44 = icmp eq i64 %43, -1
  br i1 %44, label %45, label %52

45:
  %46 = cmpxchg ptr %42, i64 -1, i64 %1 monotonic monotonic, align 8
  %47 = extractvalue { i64, i1 } %46, 0
  %48 = extractvalue { i64, i1 } %46, 1
  br i1 %48, label %49, label %52

49:
  %50 = load i64, ptr %3, align 8
  %51 = add i64 %50, 1
  store i64 %51, ptr %3, align 8
  br label %61

52:
  %53 = phi i64 [ %47, %45 ], [ %43, %39 ]
  %54 = icmp eq i64 %53, %1
  br i1 %54, label %61, label %55

55:
  %56 = add i64 %41, 1
  %57 = icmp eq i64 %56, %13
  %58 = select i1 %57, i64 0, i64 %56
  %59 = add i64 %40, -1
  %60 = icmp eq i64 %59, 0
  br i1 %60, label %61, label %39

61:
  %62 = phi i64 [ %9, %7 ], [ %13, %15 ], [ %41, %49 ], [ -1, %23 ], [ %41, %52 ], [ -1, %55 ]
  ret i64 %62
}

define void @enter(ptr nocapture noundef %0, i64 noundef %1, i64 noundef %2, i64 noundef %3, ptr nocapture noundef readnone %4, ptr nocapture noundef readonly %5, ptr nocapture noundef readonly %6) local_unnamed_addr #1 {
  %8 = alloca %struct.search, align 8
  %9 = alloca i64, align 8
  call void @llvm.lifetime.start.p0(i64 136, ptr nonnull %8) #6
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(136) %8, ptr noundef nonnull align 8 dereferenceable(136) %0, i64 136, i1 false)
  %10 = load i64, ptr %5, align 8
  %11 = getelementptr inbounds nuw i8, ptr %5, i64 16
  %12 = load i64, ptr %11, align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %9) #6
  store i64 0, ptr %9, align 8
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
  br label %113

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
  br i1 %36, label %37, label %109

37:
  %38 = getelementptr inbounds nuw i8, ptr %6, i64 8
  %39 = load ptr, ptr %38, align 8
  %40 = load ptr, ptr %6, align 8
  %41 = call i64 @key_of(ptr noundef nonnull %8, ptr noundef %40, ptr noundef %39, ptr noundef nonnull %9) #7
  %42 = getelementptr inbounds nuw i8, ptr %8, i64 16
  %43 = load ptr, ptr %42, align 8
  %44 = getelementptr inbounds nuw i8, ptr %8, i64 24
  %45 = load i64, ptr %44, align 8
  %46 = icmp eq i64 %41, -1
  br i1 %46, label %47, label %53

47:
  %48 = getelementptr inbounds nuw i64, ptr %43, i64 %45
  %49 = getelementptr inbounds nuw i8, ptr %48, i64 8
  %50 = cmpxchg ptr %49, i64 -1, i64 0 monotonic monotonic, align 8
  %51 = extractvalue { i64, i1 } %50, 1
  %52 = zext i1 %51 to i64
  br label %88

53:
  %54 = icmp eq i64 %45, 0
  br i1 %54, label %92, label %55

55:
  %56 = lshr i64 %41, 33
  %57 = xor i64 %56, %41
  %58 = mul i64 %57, -49064778989728563
  %59 = lshr i64 %58, 33
  %60 = xor i64 %59, %58
  %61 = mul i64 %60, -4265267296055464877
  %62 = lshr i64 %61, 33
  %63 = xor i64 %62, %61
  %64 = zext i64 %63 to i128
  %65 = zext i64 %45 to i128
  %66 = mul nuw i128 %64, %65
  %67 = lshr i128 %66, 64
  %68 = trunc nuw i128 %67 to i64
  br label %69

69:
  %70 = phi i64 [ %86, %82 ], [ %45, %55 ]
  %71 = phi i64 [ %85, %82 ], [ %68, %55 ]
  %72 = getelementptr inbounds nuw i64, ptr %43, i64 %71
  %73 = load atomic i64, ptr %72 monotonic, align 8
  %74 = icmp eq i64 %73, -1
  br i1 %74, label %75, label %79

75:
  %76 = cmpxchg ptr %72, i64 -1, i64 %41 monotonic monotonic, align 8
  %77 = extractvalue { i64, i1 } %76, 0
  %78 = extractvalue { i64, i1 } %76, 1
  br i1 %78, label %88, label %79

79:
  %80 = phi i64 [ %77, %75 ], [ %73, %69 ]
  %81 = icmp eq i64 %80, %41
  br i1 %81, label %88, label %82

82:
  %83 = add i64 %71, 1
  %84 = icmp eq i64 %83, %45
  %85 = select i1 %84, i64 0, i64 %83
  %86 = add i64 %70, -1
  %87 = icmp eq i64 %86, 0
  br i1 %87, label %92, label %69

88:
  %89 = phi i64 [ %52, %47 ], [ 1, %75 ], [ 0, %79 ]
  %90 = phi i64 [ %45, %47 ], [ %71, %79 ], [ %71, %75 ]
  %91 = icmp eq i64 %90, -1
  br i1 %91, label %92, label %100

92:
  %93 = phi i64 [ %89, %88 ], [ 0, %53 ], [ 0, %82 ]
  %94 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %95 = load atomic i64, ptr %94 monotonic, align 8
  %96 = and i64 %95, 1
  %97 = icmp eq i64 %96, 0
  br i1 %97, label %98, label %100

98:
  %99 = atomicrmw or ptr %94, i64 1 monotonic, align 8
  br label %100

100:
  %101 = phi i64 [ %89, %88 ], [ %93, %92 ], [ %93, %98 ]
  %102 = icmp eq i64 %101, 0
  br i1 %102, label %109, label %103

103:
  %104 = getelementptr inbounds nuw i8, ptr %8, i64 32
  %105 = load ptr, ptr %104, align 8
  %106 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %107 = atomicrmw add ptr %106, i64 1 monotonic, align 8
  %108 = getelementptr inbounds nuw i64, ptr %105, i64 %107
  store i64 %41, ptr %108, align 8
  br label %109

109:
  %110 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %111 = load i64, ptr %9, align 8
  %112 = atomicrmw add ptr %110, i64 %111 monotonic, align 8
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %9) #6
  call void @llvm.lifetime.end.p0(i64 136, ptr nonnull %8) #6
  ret void

113:
  %114 = phi i64 [ 0, %21 ], [ %121, %113 ]
  %115 = load ptr, ptr %22, align 8
  %116 = shl i64 %114, 1
  %117 = getelementptr inbounds nuw i64, ptr %115, i64 %116
  store i64 -1, ptr %117, align 8
  %118 = load ptr, ptr %22, align 8
  %119 = or disjoint i64 %116, 1
  %120 = getelementptr inbounds nuw i64, ptr %118, i64 %119
  store i64 %24, ptr %120, align 8
  %121 = add nuw i64 %114, 1
  %122 = icmp eq i64 %121, %19
  br i1 %122, label %33, label %113
}

declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #2

declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #3

declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #2

define void @explore(ptr nocapture noundef %0, i64 noundef %1, i64 noundef %2, i64 noundef %3, ptr nocapture noundef %4, ptr nocapture noundef readonly %5, ptr nocapture noundef readonly %6) local_unnamed_addr #1 {
  %8 = alloca %struct.search, align 8
  %9 = alloca i64, align 8
  %10 = alloca i64, align 8
  call void @llvm.lifetime.start.p0(i64 136, ptr nonnull %8) #6
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
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %9) #6
  store i64 0, ptr %9, align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %10) #6
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
  %45 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %46 = getelementptr inbounds nuw i8, ptr %8, i64 8
  %47 = getelementptr inbounds nuw i8, ptr %8, i64 32
  %48 = getelementptr inbounds nuw i8, ptr %6, i64 8
  %49 = and i64 %3, 1
  %50 = icmp eq i64 %49, 0
  %51 = getelementptr inbounds nuw i8, ptr %8, i64 80
  %52 = and i64 %3, 2
  %53 = icmp eq i64 %52, 0
  %54 = getelementptr inbounds nuw i8, ptr %6, i64 24
  %55 = getelementptr inbounds nuw i8, ptr %6, i64 32
  %56 = load i64, ptr @WORDS, align 8
  %57 = getelementptr inbounds nuw i32, ptr %21, i64 %26
  %58 = getelementptr inbounds nuw i8, ptr %8, i64 16
  %59 = getelementptr inbounds nuw i8, ptr %8, i64 24
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
  %67 = phi i64 [ 0, %36 ], [ %111, %110 ]
  br i1 %28, label %198, label %195

68:
  %69 = phi i64 [ 0, %42 ], [ %111, %110 ]
  %70 = phi i64 [ 0, %42 ], [ %112, %110 ]
  %71 = mul i64 %70, %18
  %72 = add i64 %44, %71
  %73 = icmp ult i64 %72, %2
  br i1 %73, label %74, label %110

74:
  %75 = load atomic i64, ptr %45 monotonic, align 8
  %76 = icmp eq i64 %75, 0
  br i1 %76, label %77, label %110

77:
  %78 = load ptr, ptr %8, align 8
  %79 = load i64, ptr %46, align 8
  %80 = load ptr, ptr %47, align 8
  %81 = getelementptr inbounds nuw i64, ptr %80, i64 %72
  %82 = load i64, ptr %81, align 8
  %83 = load ptr, ptr %6, align 8
  %84 = load ptr, ptr %48, align 8
  call void @recall(ptr noundef %78, i64 noundef %79, i64 noundef %82, ptr noundef %83, ptr noundef %84) #7
  br i1 %50, label %102, label %85

85:
  %86 = load ptr, ptr %6, align 8
  call void @promises(ptr noundef %86, ptr noundef %23, ptr noundef %25) #7
  br i1 %30, label %102, label %87

87:
  %88 = phi i64 [ %100, %99 ], [ 0, %85 ]
  %89 = load ptr, ptr %51, align 8
  %90 = getelementptr inbounds nuw i64, ptr %89, i64 %88
  %91 = getelementptr inbounds nuw i64, ptr %23, i64 %88
  %92 = load i64, ptr %91, align 8
  %93 = load atomic i64, ptr %90 monotonic, align 8
  %94 = xor i64 %93, -1
  %95 = and i64 %92, %94
  %96 = icmp eq i64 %95, 0
  br i1 %96, label %99, label %97

97:
  %98 = atomicrmw or ptr %90, i64 %92 monotonic, align 8
  br label %99

99:
  %100 = add nuw i64 %88, 1
  %101 = icmp eq i64 %100, %24
  br i1 %101, label %102, label %87

102:
  br i1 %53, label %110, label %103

103:
  %104 = load ptr, ptr %6, align 8
  %105 = load ptr, ptr %54, align 8
  %106 = load ptr, ptr %55, align 8
  %107 = call i64 @successors(ptr noundef %104, ptr noundef %105, ptr noundef %106, ptr noundef %21, ptr noundef nonnull %10) #7
  %108 = add i64 %107, %69
  %109 = icmp eq i64 %107, 0
  br i1 %109, label %110, label %114

110:
  %111 = phi i64 [ %108, %103 ], [ %69, %102 ], [ %69, %74 ], [ %69, %68 ], [ %108, %192 ]
  %112 = add nuw i64 %70, 1
  %113 = icmp ult i64 %112, %40
  br i1 %113, label %68, label %66

114:
  %115 = phi i64 [ %193, %192 ], [ 0, %103 ]
  %116 = load ptr, ptr %54, align 8
  %117 = mul i64 %56, %115
  %118 = getelementptr inbounds nuw i64, ptr %116, i64 %117
  %119 = load ptr, ptr %6, align 8
  %120 = call zeroext i1 @same(ptr noundef %118, ptr noundef %119) #7
  br i1 %120, label %192, label %121

121:
  %122 = load ptr, ptr %55, align 8
  %123 = getelementptr inbounds nuw i16, ptr %122, i64 %115
  %124 = load i16, ptr %123, align 2
  %125 = zext i16 %124 to i64
  %126 = getelementptr inbounds nuw i32, ptr %57, i64 %125
  %127 = atomicrmw add ptr %126, i32 1 monotonic, align 4
  %128 = load ptr, ptr %48, align 8
  %129 = call i64 @key_of(ptr noundef nonnull %8, ptr noundef %118, ptr noundef %128, ptr noundef nonnull %9) #7
  %130 = load ptr, ptr %58, align 8
  %131 = load i64, ptr %59, align 8
  %132 = icmp eq i64 %129, -1
  br i1 %132, label %133, label %139

133:
  %134 = getelementptr inbounds nuw i64, ptr %130, i64 %131
  %135 = getelementptr inbounds nuw i8, ptr %134, i64 8
  %136 = cmpxchg ptr %135, i64 -1, i64 0 monotonic monotonic, align 8
  %137 = extractvalue { i64, i1 } %136, 1
  %138 = zext i1 %137 to i64
  br label %174

139:
  %140 = icmp eq i64 %131, 0
  br i1 %140, label %178, label %141

141:
  %142 = lshr i64 %129, 33
  %143 = xor i64 %142, %129
  %144 = mul i64 %143, -49064778989728563
  %145 = lshr i64 %144, 33
  %146 = xor i64 %145, %144
  %147 = mul i64 %146, -4265267296055464877
  %148 = lshr i64 %147, 33
  %149 = xor i64 %148, %147
  %150 = zext i64 %149 to i128
  %151 = zext i64 %131 to i128
  %152 = mul nuw i128 %150, %151
  %153 = lshr i128 %152, 64
  %154 = trunc nuw i128 %153 to i64
  br label %155

155:
  %156 = phi i64 [ %172, %168 ], [ %131, %141 ]
  %157 = phi i64 [ %171, %168 ], [ %154, %141 ]
  %158 = getelementptr inbounds nuw i64, ptr %130, i64 %157
  %159 = load atomic i64, ptr %158 monotonic, align 8
  %160 = icmp eq i64 %159, -1
  br i1 %160, label %161, label %165

161:
  %162 = cmpxchg ptr %158, i64 -1, i64 %129 monotonic monotonic, align 8
  %163 = extractvalue { i64, i1 } %162, 0
  %164 = extractvalue { i64, i1 } %162, 1
  br i1 %164, label %174, label %165

165:
  %166 = phi i64 [ %163, %161 ], [ %159, %155 ]
  %167 = icmp eq i64 %166, %129
  br i1 %167, label %174, label %168

168:
  %169 = add i64 %157, 1
  %170 = icmp eq i64 %169, %131
  %171 = select i1 %170, i64 0, i64 %169
  %172 = add i64 %156, -1
  %173 = icmp eq i64 %172, 0
  br i1 %173, label %178, label %155

174:
  %175 = phi i64 [ %138, %133 ], [ 1, %161 ], [ 0, %165 ]
  %176 = phi i64 [ %131, %133 ], [ %157, %165 ], [ %157, %161 ]
  %177 = icmp eq i64 %176, -1
  br i1 %177, label %178, label %185

178:
  %179 = phi i64 [ %175, %174 ], [ 0, %139 ], [ 0, %168 ]
  %180 = load atomic i64, ptr %45 monotonic, align 8
  %181 = and i64 %180, 1
  %182 = icmp eq i64 %181, 0
  br i1 %182, label %183, label %185

183:
  %184 = atomicrmw or ptr %45, i64 1 monotonic, align 8
  br label %185

185:
  %186 = phi i64 [ %175, %174 ], [ %179, %178 ], [ %179, %183 ]
  %187 = icmp eq i64 %186, 0
  br i1 %187, label %192, label %188

188:
  %189 = load ptr, ptr %47, align 8
  %190 = atomicrmw add ptr %60, i64 1 monotonic, align 8
  %191 = getelementptr inbounds nuw i64, ptr %189, i64 %190
  store i64 %129, ptr %191, align 8
  br label %192

192:
  %193 = add nuw i64 %115, 1
  %194 = icmp eq i64 %193, %107
  br i1 %194, label %110, label %114

195:
  br i1 %30, label %210, label %196

196:
  %197 = getelementptr inbounds nuw i8, ptr %8, i64 88
  br label %225

198:
  %199 = phi i64 [ %208, %207 ], [ %15, %66 ]
  %200 = getelementptr inbounds nuw i32, ptr %21, i64 %199
  %201 = load i32, ptr %200, align 4
  %202 = icmp eq i32 %201, 0
  br i1 %202, label %207, label %203

203:
  %204 = getelementptr inbounds nuw i64, ptr %4, i64 %199
  %205 = zext i32 %201 to i64
  %206 = atomicrmw add ptr %204, i64 %205 monotonic, align 8
  br label %207

207:
  %208 = add i64 %199, %17
  %209 = icmp ult i64 %208, %27
  br i1 %209, label %198, label %195

210:
  %211 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %212 = atomicrmw add ptr %211, i64 %67 monotonic, align 8
  %213 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %214 = load i64, ptr %9, align 8
  %215 = atomicrmw add ptr %213, i64 %214 monotonic, align 8
  %216 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %217 = load i64, ptr %10, align 8
  %218 = load atomic i64, ptr %216 monotonic, align 8
  %219 = xor i64 %218, -1
  %220 = and i64 %217, %219
  %221 = icmp eq i64 %220, 0
  br i1 %221, label %224, label %222

222:
  %223 = atomicrmw or ptr %216, i64 %217 monotonic, align 8
  br label %224

224:
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %10) #6
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %9) #6
  call void @llvm.lifetime.end.p0(i64 136, ptr nonnull %8) #6
  ret void

225:
  %226 = phi i64 [ 0, %196 ], [ %238, %237 ]
  %227 = load ptr, ptr %197, align 8
  %228 = getelementptr inbounds nuw i64, ptr %227, i64 %226
  %229 = getelementptr inbounds nuw i64, ptr %25, i64 %226
  %230 = load i64, ptr %229, align 8
  %231 = load atomic i64, ptr %228 monotonic, align 8
  %232 = xor i64 %231, -1
  %233 = and i64 %230, %232
  %234 = icmp eq i64 %233, 0
  br i1 %234, label %237, label %235

235:
  %236 = atomicrmw or ptr %228, i64 %230 monotonic, align 8
  br label %237

237:
  %238 = add nuw i64 %226, 1
  %239 = icmp eq i64 %238, %24
  br i1 %239, label %210, label %225
}

define void @seek(ptr nocapture noundef %0, i64 noundef %1, i64 noundef %2, i64 noundef %3, ptr nocapture noundef readnone %4, ptr nocapture noundef readonly %5, ptr nocapture noundef readonly %6) local_unnamed_addr #1 {
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
  call void @recall(ptr noundef %9, i64 noundef %11, i64 noundef %59, ptr noundef %60, ptr noundef %61) #7
  %62 = trunc nuw i8 %56 to i1
  br i1 %62, label %63, label %66

63:
  %64 = load ptr, ptr %6, align 8
  %65 = call zeroext i1 @less(ptr noundef %64, ptr noundef %33) #7
  br i1 %65, label %66, label %154

66:
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #6
  store i64 0, ptr %8, align 8
  br i1 %39, label %67, label %78

67:
  %68 = load ptr, ptr %6, align 8
  %69 = load ptr, ptr %47, align 8
  %70 = getelementptr inbounds nuw i64, ptr %69, i64 %48
  call void @promises(ptr noundef %68, ptr noundef %69, ptr noundef %70) #7
  %71 = load ptr, ptr %47, align 8
  %72 = getelementptr inbounds nuw i64, ptr %71, i64 %49
  %73 = load i64, ptr %72, align 8
  %74 = and i64 %73, %51
  %75 = icmp eq i64 %74, 0
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #6
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
  %112 = call i64 @successors(ptr noundef %108, ptr noundef %109, ptr noundef %110, ptr noundef %111, ptr noundef nonnull %8) #7
  br i1 %45, label %115, label %113

113:
  %114 = icmp eq i64 %112, 0
  br i1 %114, label %152, label %123

115:
  %116 = load i64, ptr %8, align 8
  %117 = icmp eq i64 %116, 0
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #6
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
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #6
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
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #6
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

declare i64 @llvm.umax.i64(i64, i64) #5

attributes #0 = { alwaysinline nofree norecurse nounwind memory(readwrite, inaccessiblemem: none) }
attributes #1 = { alwaysinline nounwind }
attributes #2 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #3 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #5 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #6 = { nounwind }
attributes #7 = { nounwind }
