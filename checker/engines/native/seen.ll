; Generated from seen.c by `make runtime`: change that file, not this one.
; SHA-256 of seen.c: 2d6b78807f69731f421956a9bc85327749bd566989e27acdb87300eb28a0e45d
%struct.numbering = type { ptr, i64, i64, i64 }
%struct.seen = type { ptr, i64, i64, i64, i64, i64 }

@REMEMBERED_WORDS = local_unnamed_addr constant i64 8192, align 8

define void @renumber(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, i64 noundef %2, i64 noundef %3) local_unnamed_addr #0 {
  %5 = icmp ult i64 %2, %3
  br i1 %5, label %6, label %8

6:
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 8
  br label %9

8:
  ret void

9:
  %10 = phi i64 [ %2, %6 ], [ %78, %77 ]
  %11 = add i64 %10, 24
  %12 = icmp ult i64 %11, %3
  %13 = load ptr, ptr %0, align 8
  br i1 %12, label %14, label %33

14:
  %15 = load ptr, ptr %1, align 8
  %16 = shl i64 %11, 4
  %17 = getelementptr inbounds nuw i8, ptr %13, i64 %16
  %18 = load i64, ptr %17, align 8
  %19 = lshr i64 %18, 32
  %20 = xor i64 %19, %18
  %21 = mul i64 %20, -7046029254386353131
  %22 = lshr i64 %21, 32
  %23 = xor i64 %22, %21
  %24 = mul i64 %23, -2960836687051489901
  %25 = load i64, ptr %7, align 8
  %26 = zext i64 %24 to i128
  %27 = zext i64 %25 to i128
  %28 = mul nuw i128 %26, %27
  %29 = lshr i128 %28, 60
  %30 = trunc i128 %29 to i64
  %31 = and i64 %30, -16
  %32 = getelementptr inbounds nuw i8, ptr %15, i64 %31
  tail call void @llvm.prefetch.p0(ptr %32, i32 1, i32 3, i32 1)
  br label %33

33:
  %34 = shl i64 %10, 4
  %35 = getelementptr inbounds nuw i8, ptr %13, i64 %34
  %36 = getelementptr inbounds nuw i8, ptr %35, i64 8
  %37 = load i64, ptr %36, align 8
  %38 = icmp eq i64 %37, 0
  br i1 %38, label %77, label %39

39:
  %40 = load i64, ptr %35, align 8
  %41 = lshr i64 %40, 32
  %42 = xor i64 %41, %40
  %43 = mul i64 %42, -7046029254386353131
  %44 = lshr i64 %43, 32
  %45 = xor i64 %44, %43
  %46 = mul i64 %45, -2960836687051489901
  %47 = load i64, ptr %7, align 8
  %48 = zext i64 %46 to i128
  %49 = zext i64 %47 to i128
  %50 = mul nuw i128 %48, %49
  %51 = lshr i128 %50, 64
  %52 = trunc nuw i128 %51 to i64
  %53 = load ptr, ptr %1, align 8
  %54 = shl i64 %52, 1
  %55 = getelementptr inbounds nuw i64, ptr %53, i64 %54
  %56 = getelementptr inbounds nuw i8, ptr %55, i64 8
  %57 = cmpxchg ptr %56, i64 0, i64 %37 monotonic monotonic, align 8
  %58 = extractvalue { i64, i1 } %57, 1
  br i1 %58, label %72, label %59

59:
  %60 = phi i64 [ %64, %59 ], [ %52, %39 ]
  %61 = add i64 %60, 1
  %62 = load i64, ptr %7, align 8
  %63 = icmp eq i64 %61, %62
  %64 = select i1 %63, i64 0, i64 %61
  %65 = load ptr, ptr %1, align 8
  %66 = shl i64 %64, 1
  %67 = getelementptr inbounds nuw i64, ptr %65, i64 %66
  %68 = getelementptr inbounds nuw i8, ptr %67, i64 8
  %69 = load i64, ptr %36, align 8
  %70 = cmpxchg ptr %68, i64 0, i64 %69 monotonic monotonic, align 8
  %71 = extractvalue { i64, i1 } %70, 1
  br i1 %71, label %72, label %59

72:
  %73 = phi i64 [ %54, %39 ], [ %66, %59 ]
  %74 = load i64, ptr %35, align 8
  %75 = load ptr, ptr %1, align 8
  %76 = getelementptr inbounds nuw i64, ptr %75, i64 %73
  store i64 %74, ptr %76, align 8
  br label %77

77:
  %78 = add nuw i64 %10, 1
  %79 = icmp eq i64 %78, %3
  br i1 %79, label %8, label %9
}

declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #1

declare void @llvm.prefetch.p0(ptr nocapture readonly, i32 immarg, i32 immarg, i32 immarg) #2

declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #1

define i64 @insert_all(ptr nocapture noundef %0, ptr nocapture noundef %1, ptr nocapture noundef readonly %2, i64 noundef %3, ptr nocapture noundef writeonly %4) local_unnamed_addr #0 {
  %6 = alloca [512 x i64], align 16
  call void @llvm.lifetime.start.p0(i64 4096, ptr nonnull %6) #7
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 120
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 112
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 96
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 104
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 24
  br label %14

14:
  %15 = phi i64 [ 0, %5 ], [ %487, %485 ]
  %16 = icmp ult i64 %15, %3
  br i1 %16, label %17, label %489

17:
  %18 = load atomic i64, ptr %7 monotonic, align 8
  %19 = load i64, ptr %8, align 8
  %20 = icmp ule i64 %18, %19
  %21 = load i64, ptr %9, align 8
  %22 = shl i64 %21, 1
  %23 = add i64 %22, -2
  %24 = icmp eq i64 %23, 0
  br i1 %24, label %38, label %25

25:
  %26 = load ptr, ptr %10, align 8
  br label %27

27:
  %28 = phi i1 [ %20, %25 ], [ %35, %27 ]
  %29 = phi i64 [ 0, %25 ], [ %36, %27 ]
  %30 = getelementptr inbounds nuw %struct.numbering, ptr %26, i64 %29, i32 3
  %31 = load atomic i64, ptr %30 monotonic, align 8
  %32 = getelementptr inbounds nuw %struct.numbering, ptr %26, i64 %29, i32 2
  %33 = load i64, ptr %32, align 8
  %34 = icmp ule i64 %31, %33
  %35 = and i1 %28, %34
  %36 = add nuw i64 %29, 1
  %37 = icmp eq i64 %36, %23
  br i1 %37, label %38, label %27

38:
  %39 = phi i1 [ %20, %17 ], [ %35, %27 ]
  br i1 %39, label %40, label %489

40:
  %41 = sub i64 %3, %15
  %42 = tail call i64 @llvm.umin.i64(i64 %41, i64 512)
  %43 = mul i64 %21, %15
  %44 = getelementptr inbounds nuw i64, ptr %2, i64 %43
  call fastcc void @mix(ptr noundef nonnull %0, ptr noundef %1, ptr noundef %44, i64 noundef %42, ptr noundef %6)
  %45 = load i64, ptr %11, align 8
  %46 = getelementptr inbounds nuw i8, ptr %4, i64 %15
  %47 = load ptr, ptr %0, align 8
  %48 = load i64, ptr %12, align 8
  %49 = load i64, ptr %13, align 8
  %50 = icmp eq i64 %3, %15
  switch i64 %45, label %383 [
    i64 4, label %51
    i64 5, label %145
    i64 6, label %264
  ]

51:
  br i1 %50, label %485, label %52

52:
  %53 = tail call i64 @llvm.umin.i64(i64 %41, i64 24)
  %54 = zext i64 %48 to i128
  br label %65

55:
  %56 = zext i64 %48 to i128
  %57 = sub i64 64, %49
  %58 = sub i64 32, %49
  %59 = shl nsw i64 -1, %58
  %60 = xor i64 %59, -1
  %61 = tail call i64 @llvm.umin.i64(i64 %48, i64 %60)
  %62 = icmp eq i64 %61, 0
  %63 = shl nuw i64 1, %49
  %64 = tail call i64 @llvm.umax.i64(i64 %42, i64 1)
  br label %77

65:
  %66 = phi i64 [ 0, %52 ], [ %75, %65 ]
  %67 = getelementptr inbounds nuw i64, ptr %6, i64 %66
  %68 = load i64, ptr %67, align 8
  %69 = zext i64 %68 to i128
  %70 = mul nuw i128 %69, %54
  %71 = lshr i128 %70, 58
  %72 = trunc i128 %71 to i64
  %73 = and i64 %72, -64
  %74 = getelementptr inbounds nuw i8, ptr %47, i64 %73
  tail call void @llvm.prefetch.p0(ptr %74, i32 1, i32 3, i32 1)
  %75 = add nuw nsw i64 %66, 1
  %76 = icmp eq i64 %75, %53
  br i1 %76, label %55, label %65

77:
  %78 = phi i64 [ 0, %55 ], [ %138, %133 ]
  %79 = phi i64 [ 0, %55 ], [ %139, %133 ]
  %80 = add nuw nsw i64 %79, 24
  %81 = icmp samesign ult i64 %80, %42
  br i1 %81, label %82, label %91

82:
  %83 = getelementptr inbounds nuw i64, ptr %6, i64 %80
  %84 = load i64, ptr %83, align 8
  %85 = zext i64 %84 to i128
  %86 = mul nuw i128 %85, %56
  %87 = lshr i128 %86, 58
  %88 = trunc i128 %87 to i64
  %89 = and i64 %88, -64
  %90 = getelementptr inbounds nuw i8, ptr %47, i64 %89
  tail call void @llvm.prefetch.p0(ptr %90, i32 1, i32 3, i32 1)
  br label %91

91:
  br i1 %62, label %485, label %92

92:
  %93 = getelementptr inbounds nuw i64, ptr %6, i64 %79
  %94 = load i64, ptr %93, align 8
  %95 = zext i64 %94 to i128
  %96 = mul nuw i128 %95, %56
  %97 = trunc i128 %96 to i64
  %98 = lshr i64 %97, %57
  %99 = lshr i128 %96, 64
  %100 = trunc nuw i128 %99 to i64
  br label %101

101:
  %102 = phi i64 [ %131, %127 ], [ %61, %92 ]
  %103 = phi i64 [ %105, %127 ], [ %98, %92 ]
  %104 = phi i64 [ %130, %127 ], [ %100, %92 ]
  %105 = add i64 %103, %63
  %106 = shl i64 %104, 6
  %107 = getelementptr inbounds nuw i8, ptr %47, i64 %106
  %108 = trunc i64 %105 to i32
  %109 = insertelement <16 x i32> poison, i32 %108, i64 0
  %110 = shufflevector <16 x i32> %109, <16 x i32> poison, <16 x i32> zeroinitializer
  br label %111

111:
  %112 = load <16 x i32>, ptr %107, align 1
  %113 = icmp eq <16 x i32> %112, %110
  %114 = bitcast <16 x i1> %113 to i16
  %115 = icmp eq i16 %114, 0
  br i1 %115, label %116, label %133

116:
  %117 = icmp eq <16 x i32> %112, zeroinitializer
  %118 = bitcast <16 x i1> %117 to i16
  %119 = icmp eq i16 %118, 0
  br i1 %119, label %127, label %120

120:
  %121 = tail call range(i16 0, 17) i16 @llvm.cttz.i16(i16 %118, i1 true)
  %122 = shl nuw nsw i16 %121, 2
  %123 = zext nneg i16 %122 to i64
  %124 = getelementptr inbounds nuw i8, ptr %107, i64 %123
  %125 = cmpxchg ptr %124, i32 0, i32 %108 acq_rel acquire, align 4
  %126 = extractvalue { i32, i1 } %125, 1
  br i1 %126, label %133, label %111

127:
  %128 = add i64 %104, 1
  %129 = icmp eq i64 %128, %48
  %130 = select i1 %129, i64 0, i64 %128
  %131 = add nsw i64 %102, -1
  %132 = icmp eq i64 %131, 0
  br i1 %132, label %141, label %101

133:
  %134 = phi i32 [ 1, %120 ], [ 0, %111 ]
  %135 = trunc nuw nsw i32 %134 to i8
  %136 = getelementptr inbounds nuw i8, ptr %46, i64 %79
  store i8 %135, ptr %136, align 1
  %137 = zext nneg i32 %134 to i64
  %138 = add i64 %78, %137
  %139 = add nuw nsw i64 %79, 1
  %140 = icmp eq i64 %139, %64
  br i1 %140, label %141, label %77

141:
  %142 = phi i64 [ %79, %127 ], [ %64, %133 ]
  %143 = phi i64 [ %78, %127 ], [ %138, %133 ]
  %144 = icmp eq i64 %143, 0
  br i1 %144, label %485, label %481

145:
  br i1 %50, label %485, label %146

146:
  %147 = tail call i64 @llvm.umin.i64(i64 %41, i64 24)
  %148 = zext i64 %48 to i128
  br label %159

149:
  %150 = zext i64 %48 to i128
  %151 = sub i64 64, %49
  %152 = sub i64 39, %49
  %153 = shl nsw i64 -1, %152
  %154 = xor i64 %153, -1
  %155 = tail call i64 @llvm.umin.i64(i64 %48, i64 %154)
  %156 = icmp eq i64 %155, 0
  %157 = shl nuw i64 1, %49
  %158 = tail call i64 @llvm.umax.i64(i64 %42, i64 1)
  br label %171

159:
  %160 = phi i64 [ 0, %146 ], [ %169, %159 ]
  %161 = getelementptr inbounds nuw i64, ptr %6, i64 %160
  %162 = load i64, ptr %161, align 8
  %163 = zext i64 %162 to i128
  %164 = mul nuw i128 %163, %148
  %165 = lshr i128 %164, 58
  %166 = trunc i128 %165 to i64
  %167 = and i64 %166, -64
  %168 = getelementptr inbounds nuw i8, ptr %47, i64 %167
  tail call void @llvm.prefetch.p0(ptr %168, i32 1, i32 3, i32 1)
  %169 = add nuw nsw i64 %160, 1
  %170 = icmp eq i64 %169, %147
  br i1 %170, label %149, label %159

171:
  %172 = phi i64 [ 0, %149 ], [ %257, %252 ]
  %173 = phi i64 [ 0, %149 ], [ %258, %252 ]
  %174 = add nuw nsw i64 %173, 24
  %175 = icmp samesign ult i64 %174, %42
  br i1 %175, label %176, label %185

176:
  %177 = getelementptr inbounds nuw i64, ptr %6, i64 %174
  %178 = load i64, ptr %177, align 8
  %179 = zext i64 %178 to i128
  %180 = mul nuw i128 %179, %150
  %181 = lshr i128 %180, 58
  %182 = trunc i128 %181 to i64
  %183 = and i64 %182, -64
  %184 = getelementptr inbounds nuw i8, ptr %47, i64 %183
  tail call void @llvm.prefetch.p0(ptr %184, i32 1, i32 3, i32 1)
  br label %185

185:
  br i1 %156, label %485, label %186

186:
  %187 = getelementptr inbounds nuw i64, ptr %6, i64 %173
  %188 = load i64, ptr %187, align 8
  %189 = zext i64 %188 to i128
  %190 = mul nuw i128 %189, %150
  %191 = trunc i128 %190 to i64
  %192 = lshr i64 %191, %151
  %193 = lshr i128 %190, 64
  %194 = trunc nuw i128 %193 to i64
  br label %195

195:
  %196 = phi i64 [ %250, %246 ], [ %155, %186 ]
  %197 = phi i64 [ %199, %246 ], [ %192, %186 ]
  %198 = phi i64 [ %249, %246 ], [ %194, %186 ]
  %199 = add i64 %197, %157
  %200 = shl i64 %198, 6
  %201 = getelementptr inbounds nuw i8, ptr %47, i64 %200
  %202 = lshr i64 %199, 31
  %203 = trunc i64 %199 to i32
  %204 = shl i32 %203, 1
  %205 = or disjoint i32 %204, 1
  %206 = insertelement <16 x i32> poison, i32 %205, i64 0
  %207 = shufflevector <16 x i32> %206, <16 x i32> poison, <16 x i32> zeroinitializer
  %208 = getelementptr inbounds nuw i8, ptr %201, i64 48
  br label %209

209:
  %210 = load <16 x i32>, ptr %201, align 1
  %211 = icmp eq <16 x i32> %210, %207
  %212 = bitcast <16 x i1> %211 to i16
  %213 = and i16 %212, 4095
  %214 = icmp eq i16 %213, 0
  br i1 %214, label %231, label %215

215:
  %216 = zext nneg i16 %213 to i64
  br label %217

217:
  %218 = phi i64 [ %229, %227 ], [ %216, %215 ]
  %219 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %218, i1 true)
  %220 = getelementptr inbounds nuw i8, ptr %208, i64 %219
  br label %221

221:
  %222 = load atomic i8, ptr %220 acquire, align 1
  %223 = icmp eq i8 %222, 0
  br i1 %223, label %221, label %224

224:
  %225 = zext i8 %222 to i64
  %226 = icmp eq i64 %202, %225
  br i1 %226, label %252, label %227

227:
  %228 = add nsw i64 %218, -1
  %229 = and i64 %228, %218
  %230 = icmp eq i64 %229, 0
  br i1 %230, label %231, label %217

231:
  %232 = icmp eq <16 x i32> %210, zeroinitializer
  %233 = bitcast <16 x i1> %232 to i16
  %234 = and i16 %233, 4095
  %235 = icmp eq i16 %234, 0
  br i1 %235, label %246, label %236

236:
  %237 = tail call range(i16 0, 17) i16 @llvm.cttz.i16(i16 %234, i1 true)
  %238 = zext nneg i16 %237 to i64
  %239 = shl nuw nsw i64 %238, 2
  %240 = getelementptr inbounds nuw i8, ptr %201, i64 %239
  %241 = cmpxchg ptr %240, i32 0, i32 %205 acq_rel acquire, align 4
  %242 = extractvalue { i32, i1 } %241, 1
  br i1 %242, label %243, label %209

243:
  %244 = getelementptr inbounds nuw i8, ptr %208, i64 %238
  %245 = trunc i64 %202 to i8
  store atomic i8 %245, ptr %244 release, align 1
  br label %252

246:
  %247 = add i64 %198, 1
  %248 = icmp eq i64 %247, %48
  %249 = select i1 %248, i64 0, i64 %247
  %250 = add nsw i64 %196, -1
  %251 = icmp eq i64 %250, 0
  br i1 %251, label %260, label %195

252:
  %253 = phi i32 [ 1, %243 ], [ 0, %224 ]
  %254 = trunc nuw nsw i32 %253 to i8
  %255 = getelementptr inbounds nuw i8, ptr %46, i64 %173
  store i8 %254, ptr %255, align 1
  %256 = zext nneg i32 %253 to i64
  %257 = add i64 %172, %256
  %258 = add nuw nsw i64 %173, 1
  %259 = icmp eq i64 %258, %158
  br i1 %259, label %260, label %171

260:
  %261 = phi i64 [ %173, %246 ], [ %158, %252 ]
  %262 = phi i64 [ %172, %246 ], [ %257, %252 ]
  %263 = icmp eq i64 %262, 0
  br i1 %263, label %485, label %481

264:
  br i1 %50, label %485, label %265

265:
  %266 = tail call i64 @llvm.umin.i64(i64 %41, i64 24)
  %267 = zext i64 %48 to i128
  br label %278

268:
  %269 = zext i64 %48 to i128
  %270 = sub i64 64, %49
  %271 = sub i64 47, %49
  %272 = shl nsw i64 -1, %271
  %273 = xor i64 %272, -1
  %274 = tail call i64 @llvm.umin.i64(i64 %48, i64 %273)
  %275 = icmp eq i64 %274, 0
  %276 = shl nuw i64 1, %49
  %277 = tail call i64 @llvm.umax.i64(i64 %42, i64 1)
  br label %290

278:
  %279 = phi i64 [ 0, %265 ], [ %288, %278 ]
  %280 = getelementptr inbounds nuw i64, ptr %6, i64 %279
  %281 = load i64, ptr %280, align 8
  %282 = zext i64 %281 to i128
  %283 = mul nuw i128 %282, %267
  %284 = lshr i128 %283, 58
  %285 = trunc i128 %284 to i64
  %286 = and i64 %285, -64
  %287 = getelementptr inbounds nuw i8, ptr %47, i64 %286
  tail call void @llvm.prefetch.p0(ptr %287, i32 1, i32 3, i32 1)
  %288 = add nuw nsw i64 %279, 1
  %289 = icmp eq i64 %288, %266
  br i1 %289, label %268, label %278

290:
  %291 = phi i64 [ 0, %268 ], [ %376, %371 ]
  %292 = phi i64 [ 0, %268 ], [ %377, %371 ]
  %293 = add nuw nsw i64 %292, 24
  %294 = icmp samesign ult i64 %293, %42
  br i1 %294, label %295, label %304

295:
  %296 = getelementptr inbounds nuw i64, ptr %6, i64 %293
  %297 = load i64, ptr %296, align 8
  %298 = zext i64 %297 to i128
  %299 = mul nuw i128 %298, %269
  %300 = lshr i128 %299, 58
  %301 = trunc i128 %300 to i64
  %302 = and i64 %301, -64
  %303 = getelementptr inbounds nuw i8, ptr %47, i64 %302
  tail call void @llvm.prefetch.p0(ptr %303, i32 1, i32 3, i32 1)
  br label %304

304:
  br i1 %275, label %485, label %305

305:
  %306 = getelementptr inbounds nuw i64, ptr %6, i64 %292
  %307 = load i64, ptr %306, align 8
  %308 = zext i64 %307 to i128
  %309 = mul nuw i128 %308, %269
  %310 = trunc i128 %309 to i64
  %311 = lshr i64 %310, %270
  %312 = lshr i128 %309, 64
  %313 = trunc nuw i128 %312 to i64
  br label %314

314:
  %315 = phi i64 [ %369, %365 ], [ %274, %305 ]
  %316 = phi i64 [ %318, %365 ], [ %311, %305 ]
  %317 = phi i64 [ %368, %365 ], [ %313, %305 ]
  %318 = add i64 %316, %276
  %319 = shl i64 %317, 6
  %320 = getelementptr inbounds nuw i8, ptr %47, i64 %319
  %321 = lshr i64 %318, 31
  %322 = trunc i64 %318 to i32
  %323 = shl i32 %322, 1
  %324 = or disjoint i32 %323, 1
  %325 = insertelement <16 x i32> poison, i32 %324, i64 0
  %326 = shufflevector <16 x i32> %325, <16 x i32> poison, <16 x i32> zeroinitializer
  %327 = getelementptr inbounds nuw i8, ptr %320, i64 40
  br label %328

328:
  %329 = load <16 x i32>, ptr %320, align 1
  %330 = icmp eq <16 x i32> %329, %326
  %331 = bitcast <16 x i1> %330 to i16
  %332 = and i16 %331, 1023
  %333 = icmp eq i16 %332, 0
  br i1 %333, label %350, label %334

334:
  %335 = zext nneg i16 %332 to i64
  br label %336

336:
  %337 = phi i64 [ %348, %346 ], [ %335, %334 ]
  %338 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %337, i1 true)
  %339 = getelementptr inbounds nuw i16, ptr %327, i64 %338
  br label %340

340:
  %341 = load atomic i16, ptr %339 acquire, align 2
  %342 = icmp eq i16 %341, 0
  br i1 %342, label %340, label %343

343:
  %344 = zext i16 %341 to i64
  %345 = icmp eq i64 %321, %344
  br i1 %345, label %371, label %346

346:
  %347 = add nsw i64 %337, -1
  %348 = and i64 %347, %337
  %349 = icmp eq i64 %348, 0
  br i1 %349, label %350, label %336

350:
  %351 = icmp eq <16 x i32> %329, zeroinitializer
  %352 = bitcast <16 x i1> %351 to i16
  %353 = and i16 %352, 1023
  %354 = icmp eq i16 %353, 0
  br i1 %354, label %365, label %355

355:
  %356 = tail call range(i16 0, 17) i16 @llvm.cttz.i16(i16 %353, i1 true)
  %357 = zext nneg i16 %356 to i64
  %358 = shl nuw nsw i64 %357, 2
  %359 = getelementptr inbounds nuw i8, ptr %320, i64 %358
  %360 = cmpxchg ptr %359, i32 0, i32 %324 acq_rel acquire, align 4
  %361 = extractvalue { i32, i1 } %360, 1
  br i1 %361, label %362, label %328

362:
  %363 = getelementptr inbounds nuw i16, ptr %327, i64 %357
  %364 = trunc i64 %321 to i16
  store atomic i16 %364, ptr %363 release, align 2
  br label %371

365:
  %366 = add i64 %317, 1
  %367 = icmp eq i64 %366, %48
  %368 = select i1 %367, i64 0, i64 %366
  %369 = add nsw i64 %315, -1
  %370 = icmp eq i64 %369, 0
  br i1 %370, label %379, label %314

371:
  %372 = phi i32 [ 1, %362 ], [ 0, %343 ]
  %373 = trunc nuw nsw i32 %372 to i8
  %374 = getelementptr inbounds nuw i8, ptr %46, i64 %292
  store i8 %373, ptr %374, align 1
  %375 = zext nneg i32 %372 to i64
  %376 = add i64 %291, %375
  %377 = add nuw nsw i64 %292, 1
  %378 = icmp eq i64 %377, %277
  br i1 %378, label %379, label %290

379:
  %380 = phi i64 [ %292, %365 ], [ %277, %371 ]
  %381 = phi i64 [ %291, %365 ], [ %376, %371 ]
  %382 = icmp eq i64 %381, 0
  br i1 %382, label %485, label %481

383:
  br i1 %50, label %485, label %384

384:
  %385 = tail call i64 @llvm.umin.i64(i64 %41, i64 24)
  %386 = zext i64 %48 to i128
  br label %402

387:
  %388 = zext i64 %48 to i128
  %389 = sub i64 64, %49
  %390 = add i64 %45, -5
  %391 = icmp ult i64 %390, 2
  %392 = sext i1 %391 to i64
  %393 = shl i64 %45, 3
  %394 = add i64 %393, %392
  %395 = sub i64 %394, %49
  %396 = shl nsw i64 -1, %395
  %397 = xor i64 %396, -1
  %398 = tail call i64 @llvm.umin.i64(i64 %48, i64 %397)
  %399 = icmp eq i64 %398, 0
  %400 = shl nuw i64 1, %49
  %401 = tail call i64 @llvm.umax.i64(i64 %42, i64 1)
  br label %414

402:
  %403 = phi i64 [ 0, %384 ], [ %412, %402 ]
  %404 = getelementptr inbounds nuw i64, ptr %6, i64 %403
  %405 = load i64, ptr %404, align 8
  %406 = zext i64 %405 to i128
  %407 = mul nuw i128 %406, %386
  %408 = lshr i128 %407, 58
  %409 = trunc i128 %408 to i64
  %410 = and i64 %409, -64
  %411 = getelementptr inbounds nuw i8, ptr %47, i64 %410
  tail call void @llvm.prefetch.p0(ptr %411, i32 1, i32 3, i32 1)
  %412 = add nuw nsw i64 %403, 1
  %413 = icmp eq i64 %412, %385
  br i1 %413, label %387, label %402

414:
  %415 = phi i64 [ 0, %387 ], [ %474, %469 ]
  %416 = phi i64 [ 0, %387 ], [ %475, %469 ]
  %417 = add nuw nsw i64 %416, 24
  %418 = icmp samesign ult i64 %417, %42
  br i1 %418, label %419, label %428

419:
  %420 = getelementptr inbounds nuw i64, ptr %6, i64 %417
  %421 = load i64, ptr %420, align 8
  %422 = zext i64 %421 to i128
  %423 = mul nuw i128 %422, %388
  %424 = lshr i128 %423, 58
  %425 = trunc i128 %424 to i64
  %426 = and i64 %425, -64
  %427 = getelementptr inbounds nuw i8, ptr %47, i64 %426
  tail call void @llvm.prefetch.p0(ptr %427, i32 1, i32 3, i32 1)
  br label %428

428:
  br i1 %399, label %485, label %429

429:
  %430 = getelementptr inbounds nuw i64, ptr %6, i64 %416
  %431 = load i64, ptr %430, align 8
  %432 = zext i64 %431 to i128
  %433 = mul nuw i128 %432, %388
  %434 = trunc i128 %433 to i64
  %435 = lshr i64 %434, %389
  %436 = lshr i128 %433, 64
  %437 = trunc nuw i128 %436 to i64
  br label %438

438:
  %439 = phi i64 [ %467, %463 ], [ %398, %429 ]
  %440 = phi i64 [ %442, %463 ], [ %435, %429 ]
  %441 = phi i64 [ %466, %463 ], [ %437, %429 ]
  %442 = add i64 %440, %400
  %443 = shl i64 %441, 6
  %444 = getelementptr inbounds nuw i8, ptr %47, i64 %443
  %445 = insertelement <8 x i64> poison, i64 %442, i64 0
  %446 = shufflevector <8 x i64> %445, <8 x i64> poison, <8 x i32> zeroinitializer
  br label %447

447:
  %448 = load <8 x i64>, ptr %444, align 1
  %449 = icmp eq <8 x i64> %448, %446
  %450 = bitcast <8 x i1> %449 to i8
  %451 = icmp eq i8 %450, 0
  br i1 %451, label %452, label %469

452:
  %453 = icmp eq <8 x i64> %448, zeroinitializer
  %454 = bitcast <8 x i1> %453 to i8
  %455 = icmp eq i8 %454, 0
  br i1 %455, label %463, label %456

456:
  %457 = tail call range(i8 0, 9) i8 @llvm.cttz.i8(i8 %454, i1 true)
  %458 = shl nuw nsw i8 %457, 3
  %459 = zext nneg i8 %458 to i64
  %460 = getelementptr inbounds nuw i8, ptr %444, i64 %459
  %461 = cmpxchg ptr %460, i64 0, i64 %442 acq_rel acquire, align 8
  %462 = extractvalue { i64, i1 } %461, 1
  br i1 %462, label %469, label %447

463:
  %464 = add i64 %441, 1
  %465 = icmp eq i64 %464, %48
  %466 = select i1 %465, i64 0, i64 %464
  %467 = add nsw i64 %439, -1
  %468 = icmp eq i64 %467, 0
  br i1 %468, label %477, label %438

469:
  %470 = phi i32 [ 0, %447 ], [ 1, %456 ]
  %471 = trunc nuw nsw i32 %470 to i8
  %472 = getelementptr inbounds nuw i8, ptr %46, i64 %416
  store i8 %471, ptr %472, align 1
  %473 = zext nneg i32 %470 to i64
  %474 = add i64 %415, %473
  %475 = add nuw nsw i64 %416, 1
  %476 = icmp eq i64 %475, %401
  br i1 %476, label %477, label %414

477:
  %478 = phi i64 [ %416, %463 ], [ %401, %469 ]
  %479 = phi i64 [ %415, %463 ], [ %474, %469 ]
  %480 = icmp eq i64 %479, 0
  br i1 %480, label %485, label %481

481:
  %482 = phi i64 [ %143, %141 ], [ %262, %260 ], [ %381, %379 ], [ %479, %477 ]
  %483 = phi i64 [ %142, %141 ], [ %261, %260 ], [ %380, %379 ], [ %478, %477 ]
  %484 = atomicrmw add ptr %7, i64 %482 monotonic, align 8
  br label %485

485:
  %486 = phi i64 [ %142, %141 ], [ %261, %260 ], [ %380, %379 ], [ %478, %477 ], [ 0, %51 ], [ 0, %145 ], [ 0, %264 ], [ 0, %383 ], [ %483, %481 ], [ 0, %428 ], [ 0, %91 ], [ 0, %185 ], [ 0, %304 ]
  %487 = add i64 %486, %15
  %488 = icmp ult i64 %486, %42
  br i1 %488, label %489, label %14

489:
  %490 = phi i64 [ %487, %485 ], [ %15, %38 ], [ %15, %14 ]
  call void @llvm.lifetime.end.p0(i64 4096, ptr nonnull %6) #7
  ret i64 %490
}

define internal fastcc void @mix(ptr nocapture noundef readonly %0, ptr nocapture noundef %1, ptr nocapture noundef readonly %2, i64 noundef %3, ptr nocapture noundef nonnull writeonly %4) unnamed_addr #0 {
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 96
  %7 = load i64, ptr %6, align 8
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %9 = load i64, ptr %8, align 8
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %11 = load i64, ptr %10, align 8
  %12 = alloca [512 x i64], i64 %7, align 16
  %13 = icmp eq i64 %7, 0
  br i1 %13, label %58, label %14

14:
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 104
  %16 = load ptr, ptr %15, align 8
  %17 = icmp eq i64 %3, 0
  %18 = icmp eq i64 %7, 1
  br label %19

19:
  %20 = phi i64 [ %46, %42 ], [ 0, %14 ]
  %21 = phi ptr [ %43, %42 ], [ %16, %14 ]
  %22 = phi ptr [ %45, %42 ], [ %1, %14 ]
  br label %23

23:
  %24 = phi i64 [ %50, %48 ], [ %20, %19 ]
  %25 = phi ptr [ %49, %48 ], [ %22, %19 ]
  %26 = getelementptr i64, ptr %2, i64 %24
  br i1 %17, label %33, label %34

27:
  %28 = getelementptr i8, ptr %12, i64 -4096
  %29 = icmp ugt i64 %7, 2
  br i1 %29, label %30, label %58

30:
  %31 = icmp eq i64 %3, 0
  %32 = icmp ne i64 %3, 0
  br label %52

33:
  br i1 %18, label %48, label %42

34:
  %35 = phi i64 [ %40, %34 ], [ 0, %23 ]
  %36 = mul i64 %35, %7
  %37 = getelementptr i64, ptr %26, i64 %36
  %38 = load i64, ptr %37, align 8
  %39 = getelementptr inbounds nuw [512 x i64], ptr %12, i64 %24, i64 %35
  store i64 %38, ptr %39, align 8
  %40 = add nuw i64 %35, 1
  %41 = icmp eq i64 %40, %3
  br i1 %41, label %33, label %34

42:
  %43 = getelementptr inbounds nuw i8, ptr %21, i64 32
  %44 = getelementptr inbounds nuw [512 x i64], ptr %12, i64 %24
  call fastcc void @number_all(ptr noundef %21, ptr noundef %25, ptr noundef %44, i64 noundef %3)
  %45 = getelementptr inbounds nuw i8, ptr %25, i64 131072
  %46 = add nuw i64 %24, 1
  %47 = icmp eq i64 %46, %7
  br i1 %47, label %27, label %19

48:
  %49 = getelementptr inbounds nuw i8, ptr %25, i64 131072
  %50 = add nuw i64 %24, 1
  %51 = icmp eq i64 %50, %7
  br i1 %51, label %58, label %23

52:
  %53 = phi ptr [ %43, %30 ], [ %69, %97 ]
  %54 = phi i64 [ %7, %30 ], [ %99, %97 ]
  %55 = phi ptr [ %45, %30 ], [ %68, %97 ]
  %56 = lshr i64 %54, 1
  %57 = icmp ult i64 %54, 2
  br i1 %57, label %67, label %73

58:
  %59 = icmp eq i64 %3, 0
  br i1 %59, label %108, label %60

60:
  %61 = icmp eq i64 %7, 1
  %62 = getelementptr inbounds nuw i8, ptr %12, i64 4096
  %63 = sub i64 64, %9
  %64 = add i64 %9, 1
  %65 = lshr i64 %64, 1
  %66 = shl nsw i64 -1, %63
  br label %109

67:
  %68 = phi ptr [ %55, %52 ], [ %83, %80 ]
  %69 = phi ptr [ %53, %52 ], [ %81, %80 ]
  %70 = and i64 %54, 1
  %71 = icmp ne i64 %70, 0
  %72 = and i1 %71, %32
  br i1 %72, label %101, label %97

73:
  %74 = phi i64 [ %84, %80 ], [ 0, %52 ]
  %75 = phi ptr [ %81, %80 ], [ %53, %52 ]
  %76 = phi ptr [ %83, %80 ], [ %55, %52 ]
  br i1 %31, label %80, label %77

77:
  %78 = shl nuw i64 %74, 1
  %79 = or disjoint i64 %78, 1
  br label %86

80:
  %81 = getelementptr inbounds nuw i8, ptr %75, i64 32
  %82 = getelementptr inbounds nuw [512 x i64], ptr %12, i64 %74
  call fastcc void @number_all(ptr noundef %75, ptr noundef %76, ptr noundef %82, i64 noundef %3)
  %83 = getelementptr inbounds nuw i8, ptr %76, i64 131072
  %84 = add nuw nsw i64 %74, 1
  %85 = icmp eq i64 %84, %56
  br i1 %85, label %67, label %73

86:
  %87 = phi i64 [ 0, %77 ], [ %95, %86 ]
  %88 = getelementptr inbounds nuw [512 x i64], ptr %12, i64 %78, i64 %87
  %89 = load i64, ptr %88, align 8
  %90 = shl i64 %89, 32
  %91 = getelementptr inbounds nuw [512 x i64], ptr %12, i64 %79, i64 %87
  %92 = load i64, ptr %91, align 8
  %93 = or i64 %90, %92
  %94 = getelementptr inbounds nuw [512 x i64], ptr %12, i64 %74, i64 %87
  store i64 %93, ptr %94, align 8
  %95 = add nuw i64 %87, 1
  %96 = icmp eq i64 %95, %3
  br i1 %96, label %80, label %86

97:
  %98 = add i64 %54, 1
  %99 = lshr i64 %98, 1
  %100 = icmp ugt i64 %98, 5
  br i1 %100, label %52, label %58

101:
  %102 = phi i64 [ %106, %101 ], [ 0, %67 ]
  %103 = getelementptr [512 x i64], ptr %28, i64 %54, i64 %102
  %104 = load i64, ptr %103, align 8
  %105 = getelementptr inbounds nuw [512 x i64], ptr %12, i64 %56, i64 %102
  store i64 %104, ptr %105, align 8
  %106 = add nuw i64 %102, 1
  %107 = icmp ult i64 %106, %3
  br i1 %107, label %101, label %97

108:
  ret void

109:
  %110 = phi i64 [ 0, %60 ], [ %130, %119 ]
  %111 = getelementptr inbounds nuw [512 x i64], ptr %12, i64 0, i64 %110
  %112 = load i64, ptr %111, align 8
  br i1 %61, label %119, label %113

113:
  %114 = getelementptr inbounds nuw [512 x i64], ptr %62, i64 0, i64 %110
  %115 = load i64, ptr %114, align 8
  %116 = shl i64 %112, %11
  %117 = or i64 %116, %115
  %118 = shl i64 %117, %63
  br label %119

119:
  %120 = phi i64 [ %118, %113 ], [ %112, %109 ]
  %121 = lshr i64 %120, %65
  %122 = and i64 %121, %66
  %123 = xor i64 %122, %120
  %124 = mul i64 %123, -7046029254386353131
  %125 = lshr i64 %124, %65
  %126 = and i64 %125, %66
  %127 = xor i64 %126, %124
  %128 = mul i64 %127, -2960836687051489901
  %129 = getelementptr inbounds nuw i64, ptr %4, i64 %110
  store i64 %128, ptr %129, align 8
  %130 = add nuw i64 %110, 1
  %131 = icmp eq i64 %130, %3
  br i1 %131, label %108, label %109
}

define i64 @grow(ptr nocapture noundef readonly %0, i64 noundef %1, i64 noundef %2) local_unnamed_addr #0 {
  %4 = alloca %struct.seen, align 8
  %5 = alloca [24 x i64], align 16
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %7 = load ptr, ptr %6, align 8
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %9 = load i64, ptr %8, align 8
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %11 = load i64, ptr %10, align 8
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %13 = load i64, ptr %12, align 8
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %15 = load i64, ptr %14, align 8
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %17 = load i64, ptr %16, align 8
  call void @llvm.lifetime.start.p0(i64 48, ptr nonnull %4) #7
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(48) %4, ptr noundef nonnull align 8 dereferenceable(48) %0, i64 48, i1 false)
  %18 = getelementptr inbounds nuw i8, ptr %4, i64 32
  %19 = load i64, ptr %18, align 8
  %20 = icmp eq i64 %15, %19
  %21 = getelementptr inbounds nuw i8, ptr %4, i64 40
  %22 = load i64, ptr %21, align 8
  %23 = icmp eq i64 %17, %22
  %24 = select i1 %20, i1 %23, i1 false
  %25 = shl nsw i64 -1, %17
  %26 = xor i64 %25, -1
  call void @llvm.lifetime.start.p0(i64 192, ptr nonnull %5) #7
  %27 = icmp ult i64 %1, %2
  br i1 %27, label %28, label %48

28:
  %29 = udiv i64 64, %11
  %30 = icmp ugt i64 %11, 64
  %31 = icmp eq i64 %11, 8
  %32 = icmp ne i64 %11, 4
  %33 = icmp eq i64 %11, 5
  %34 = sub i64 64, %13
  %35 = sub i64 64, %15
  %36 = shl nuw i64 1, %35
  %37 = sub i64 0, %36
  %38 = zext i64 %9 to i128
  %39 = add i64 %15, 1
  %40 = lshr i64 %39, 1
  %41 = shl nsw i64 -1, %35
  %42 = getelementptr inbounds nuw i8, ptr %4, i64 16
  %43 = getelementptr inbounds nuw i8, ptr %4, i64 8
  %44 = getelementptr inbounds nuw i8, ptr %4, i64 24
  br label %55

45:
  %46 = and i8 %311, 1
  %47 = icmp ne i8 %46, 0
  br label %48

48:
  %49 = phi i1 [ true, %3 ], [ %47, %45 ]
  %50 = phi i64 [ 0, %3 ], [ %312, %45 ]
  %51 = phi i64 [ 0, %3 ], [ %313, %45 ]
  %52 = call fastcc zeroext i1 @move(ptr noundef %4, ptr noundef %5, i64 noundef %51)
  %53 = select i1 %52, i1 %49, i1 false
  %54 = select i1 %53, i64 %50, i64 -1
  call void @llvm.lifetime.end.p0(i64 192, ptr nonnull %5) #7
  call void @llvm.lifetime.end.p0(i64 48, ptr nonnull %4) #7
  ret i64 %54

55:
  %56 = phi i64 [ 0, %28 ], [ %313, %310 ]
  %57 = phi i64 [ 0, %28 ], [ %312, %310 ]
  %58 = phi i64 [ %1, %28 ], [ %314, %310 ]
  %59 = phi i8 [ 1, %28 ], [ %311, %310 ]
  %60 = shl i64 %58, 6
  %61 = getelementptr inbounds nuw i8, ptr %7, i64 %60
  br i1 %30, label %310, label %62

62:
  %63 = getelementptr inbounds nuw i8, ptr %61, i64 40
  %64 = getelementptr inbounds nuw i8, ptr %61, i64 48
  br label %65

65:
  %66 = phi i64 [ %56, %62 ], [ %307, %305 ]
  %67 = phi i64 [ 0, %62 ], [ %308, %305 ]
  %68 = phi i64 [ %57, %62 ], [ %136, %305 ]
  %69 = phi i8 [ %59, %62 ], [ %306, %305 ]
  br i1 %31, label %70, label %73

70:
  %71 = getelementptr inbounds nuw i64, ptr %61, i64 %67
  %72 = load i64, ptr %71, align 8
  br label %96

73:
  %74 = getelementptr inbounds nuw i32, ptr %61, i64 %67
  %75 = load i32, ptr %74, align 4
  %76 = zext i32 %75 to i64
  %77 = icmp ne i32 %75, 0
  %78 = select i1 %32, i1 %77, i1 false
  br i1 %78, label %79, label %96

79:
  %80 = getelementptr inbounds nuw i16, ptr %63, i64 %67
  %81 = getelementptr inbounds nuw i8, ptr %64, i64 %67
  br label %82

82:
  br i1 %33, label %83, label %86

83:
  %84 = load atomic i8, ptr %81 acquire, align 1
  %85 = zext i8 %84 to i64
  br label %89

86:
  %87 = load atomic i16, ptr %80 acquire, align 2
  %88 = zext i16 %87 to i64
  br label %89

89:
  %90 = phi i64 [ %85, %83 ], [ %88, %86 ]
  %91 = icmp eq i64 %90, 0
  br i1 %91, label %82, label %92

92:
  %93 = shl nuw nsw i64 %90, 31
  %94 = lshr i64 %76, 1
  %95 = or disjoint i64 %93, %94
  br label %99

96:
  %97 = phi i64 [ %72, %70 ], [ %76, %73 ]
  %98 = icmp eq i64 %97, 0
  br i1 %98, label %310, label %99

99:
  %100 = phi i64 [ %95, %92 ], [ %97, %96 ]
  %101 = lshr i64 %100, %13
  %102 = add i64 %101, -1
  %103 = icmp ult i64 %58, %102
  %104 = select i1 %103, i64 %9, i64 0
  %105 = sub i64 %58, %101
  %106 = add i64 %105, 1
  %107 = add i64 %106, %104
  %108 = udiv i64 -1, %9
  %109 = shl i64 %100, %34
  %110 = zext i64 %107 to i128
  %111 = shl nuw i128 %110, 64
  %112 = zext i64 %109 to i128
  %113 = or disjoint i128 %111, %112
  %114 = mul i64 %107, %108
  %115 = mul i64 %9, %108
  %116 = mul i64 %115, %107
  %117 = sub i64 0, %116
  %118 = zext i64 %117 to i128
  %119 = zext i64 %108 to i128
  %120 = mul nuw i128 %118, %119
  %121 = lshr i128 %120, 64
  %122 = trunc nuw i128 %121 to i64
  %123 = mul nuw i128 %112, %119
  %124 = lshr i128 %123, 64
  %125 = trunc nuw i128 %124 to i64
  %126 = add i64 %114, %125
  %127 = add i64 %126, %122
  %128 = and i64 %127, %37
  br label %129

129:
  %130 = phi i64 [ %128, %99 ], [ %134, %129 ]
  %131 = zext i64 %130 to i128
  %132 = mul nuw i128 %131, %38
  %133 = icmp ult i128 %132, %113
  %134 = add i64 %130, %36
  br i1 %133, label %129, label %135

135:
  %136 = add i64 %68, 1
  br i1 %24, label %137, label %267

137:
  %138 = load i64, ptr %42, align 8
  %139 = load i64, ptr %43, align 8
  %140 = load i64, ptr %44, align 8
  %141 = icmp eq i64 %138, 5
  %142 = add i64 %138, -5
  %143 = icmp ult i64 %142, 2
  %144 = sext i1 %143 to i64
  %145 = shl i64 %138, 3
  %146 = sub i64 %145, %140
  %147 = add i64 %146, %144
  %148 = shl nsw i64 -1, %147
  %149 = xor i64 %148, -1
  %150 = tail call i64 @llvm.umin.i64(i64 %139, i64 %149)
  %151 = icmp eq i64 %150, 0
  br i1 %151, label %261, label %152

152:
  %153 = zext i64 %139 to i128
  %154 = mul nuw i128 %153, %131
  %155 = trunc i128 %154 to i64
  %156 = sub i64 64, %140
  %157 = lshr i64 %155, %156
  %158 = lshr i128 %154, 64
  %159 = trunc nuw i128 %158 to i64
  %160 = icmp eq i64 %138, 8
  %161 = icmp eq i64 %138, 4
  %162 = select i1 %141, i64 4095, i64 1023
  %163 = select i1 %161, i64 65535, i64 %162
  br label %164

164:
  %165 = phi i64 [ %150, %152 ], [ %259, %254 ]
  %166 = phi i64 [ %157, %152 ], [ %170, %254 ]
  %167 = phi i64 [ %159, %152 ], [ %258, %254 ]
  %168 = load i64, ptr %44, align 8
  %169 = shl nuw i64 1, %168
  %170 = add i64 %169, %166
  %171 = load ptr, ptr %4, align 8
  %172 = shl i64 %167, 6
  %173 = getelementptr inbounds nuw i8, ptr %171, i64 %172
  br i1 %160, label %174, label %193

174:
  %175 = insertelement <8 x i64> poison, i64 %170, i64 0
  %176 = shufflevector <8 x i64> %175, <8 x i64> poison, <8 x i32> zeroinitializer
  br label %177

177:
  %178 = load <8 x i64>, ptr %173, align 1
  %179 = icmp eq <8 x i64> %178, %176
  %180 = bitcast <8 x i1> %179 to i8
  %181 = icmp eq i8 %180, 0
  br i1 %181, label %182, label %261

182:
  %183 = icmp eq <8 x i64> %178, zeroinitializer
  %184 = bitcast <8 x i1> %183 to i8
  %185 = icmp eq i8 %184, 0
  br i1 %185, label %254, label %186

186:
  %187 = tail call range(i8 0, 9) i8 @llvm.cttz.i8(i8 %184, i1 true)
  %188 = shl nuw nsw i8 %187, 3
  %189 = zext nneg i8 %188 to i64
  %190 = getelementptr inbounds nuw i8, ptr %173, i64 %189
  %191 = cmpxchg ptr %190, i64 0, i64 %170 acq_rel acquire, align 8
  %192 = extractvalue { i64, i1 } %191, 1
  br i1 %192, label %261, label %177

193:
  %194 = shl i64 %170, 1
  %195 = or disjoint i64 %194, 1
  %196 = select i1 %161, i64 %170, i64 %195
  %197 = lshr i64 %170, 31
  %198 = trunc i64 %196 to i32
  %199 = insertelement <16 x i32> poison, i32 %198, i64 0
  %200 = shufflevector <16 x i32> %199, <16 x i32> poison, <16 x i32> zeroinitializer
  %201 = getelementptr inbounds nuw i8, ptr %173, i64 40
  %202 = getelementptr inbounds nuw i8, ptr %173, i64 48
  br label %203

203:
  %204 = load <16 x i32>, ptr %173, align 1
  %205 = icmp eq <16 x i32> %204, %200
  %206 = bitcast <16 x i1> %205 to i16
  %207 = zext i16 %206 to i64
  %208 = and i64 %163, %207
  %209 = icmp ne i64 %208, 0
  %210 = select i1 %161, i1 %209, i1 false
  br i1 %210, label %261, label %211

211:
  %212 = icmp eq i64 %208, 0
  br i1 %212, label %234, label %213

213:
  %214 = phi i64 [ %232, %230 ], [ %208, %211 ]
  %215 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %214, i1 true)
  %216 = getelementptr inbounds nuw i16, ptr %201, i64 %215
  %217 = getelementptr inbounds nuw i8, ptr %202, i64 %215
  br label %218

218:
  br i1 %141, label %219, label %222

219:
  %220 = load atomic i8, ptr %217 acquire, align 1
  %221 = zext i8 %220 to i64
  br label %225

222:
  %223 = load atomic i16, ptr %216 acquire, align 2
  %224 = zext i16 %223 to i64
  br label %225

225:
  %226 = phi i64 [ %221, %219 ], [ %224, %222 ]
  %227 = icmp eq i64 %226, 0
  br i1 %227, label %218, label %228

228:
  %229 = icmp eq i64 %226, %197
  br i1 %229, label %261, label %230

230:
  %231 = add nsw i64 %214, -1
  %232 = and i64 %231, %214
  %233 = icmp eq i64 %232, 0
  br i1 %233, label %234, label %213

234:
  %235 = icmp eq <16 x i32> %204, zeroinitializer
  %236 = bitcast <16 x i1> %235 to i16
  %237 = zext i16 %236 to i64
  %238 = and i64 %163, %237
  %239 = icmp eq i64 %238, 0
  br i1 %239, label %254, label %240

240:
  %241 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %238, i1 true)
  %242 = shl nuw nsw i64 %241, 2
  %243 = getelementptr inbounds nuw i8, ptr %173, i64 %242
  %244 = cmpxchg ptr %243, i32 0, i32 %198 acq_rel acquire, align 4
  %245 = extractvalue { i32, i1 } %244, 1
  br i1 %245, label %246, label %203

246:
  br i1 %161, label %261, label %247

247:
  br i1 %141, label %248, label %251

248:
  %249 = getelementptr inbounds nuw i8, ptr %202, i64 %241
  %250 = trunc i64 %197 to i8
  store atomic i8 %250, ptr %249 release, align 1
  br label %261

251:
  %252 = getelementptr inbounds nuw i16, ptr %201, i64 %241
  %253 = trunc i64 %197 to i16
  store atomic i16 %253, ptr %252 release, align 2
  br label %261

254:
  %255 = add i64 %167, 1
  %256 = load i64, ptr %43, align 8
  %257 = icmp eq i64 %255, %256
  %258 = select i1 %257, i64 0, i64 %255
  %259 = add nsw i64 %165, -1
  %260 = icmp eq i64 %259, 0
  br i1 %260, label %261, label %164

261:
  %262 = phi i1 [ true, %246 ], [ true, %248 ], [ true, %251 ], [ false, %137 ], [ false, %228 ], [ %181, %177 ], [ %181, %186 ], [ false, %203 ], [ false, %254 ]
  %263 = and i8 %69, 1
  %264 = icmp ne i8 %263, 0
  %265 = select i1 %262, i1 %264, i1 false
  %266 = zext i1 %265 to i8
  br label %305

267:
  %268 = mul i64 %130, -3463755963560253285
  %269 = lshr i64 %268, %40
  %270 = and i64 %269, %41
  %271 = xor i64 %270, %268
  %272 = mul i64 %271, -1018231460777725123
  %273 = lshr i64 %272, %40
  %274 = and i64 %273, %41
  %275 = xor i64 %274, %272
  %276 = lshr i64 %275, %35
  %277 = lshr i64 %276, %17
  %278 = and i64 %276, %26
  %279 = load i64, ptr %21, align 8
  %280 = shl i64 %277, %279
  %281 = or i64 %280, %278
  %282 = load i64, ptr %18, align 8
  %283 = sub i64 64, %282
  %284 = shl i64 %281, %283
  %285 = add i64 %282, 1
  %286 = lshr i64 %285, 1
  %287 = lshr i64 %284, %286
  %288 = shl nsw i64 -1, %283
  %289 = and i64 %287, %288
  %290 = xor i64 %289, %284
  %291 = mul i64 %290, -7046029254386353131
  %292 = lshr i64 %291, %286
  %293 = and i64 %292, %288
  %294 = xor i64 %293, %291
  %295 = mul i64 %294, -2960836687051489901
  %296 = add i64 %66, 1
  %297 = getelementptr inbounds nuw [24 x i64], ptr %5, i64 0, i64 %66
  store i64 %295, ptr %297, align 8
  %298 = icmp eq i64 %296, 24
  br i1 %298, label %299, label %305

299:
  %300 = call fastcc zeroext i1 @move(ptr noundef %4, ptr noundef %5, i64 noundef 24)
  %301 = and i8 %69, 1
  %302 = icmp ne i8 %301, 0
  %303 = select i1 %300, i1 %302, i1 false
  %304 = zext i1 %303 to i8
  br label %305

305:
  %306 = phi i8 [ %69, %267 ], [ %304, %299 ], [ %266, %261 ]
  %307 = phi i64 [ %296, %267 ], [ 0, %299 ], [ %66, %261 ]
  %308 = add nuw nsw i64 %67, 1
  %309 = icmp samesign ult i64 %308, %29
  br i1 %309, label %65, label %310

310:
  %311 = phi i8 [ %59, %55 ], [ %69, %96 ], [ %306, %305 ]
  %312 = phi i64 [ %57, %55 ], [ %68, %96 ], [ %136, %305 ]
  %313 = phi i64 [ %56, %55 ], [ %66, %96 ], [ %307, %305 ]
  %314 = add nuw i64 %58, 1
  %315 = icmp eq i64 %314, %2
  br i1 %315, label %45, label %55
}

declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #3

define internal fastcc zeroext i1 @move(ptr nocapture noundef nonnull readonly %0, ptr nocapture noundef nonnull readonly %1, i64 noundef %2) unnamed_addr #4 {
  %4 = icmp eq i64 %2, 0
  br i1 %4, label %26, label %5

5:
  %6 = load ptr, ptr %0, align 8
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %8 = load i64, ptr %7, align 8
  %9 = zext i64 %8 to i128
  br label %14

10:
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 24
  br label %28

14:
  %15 = phi i64 [ 0, %5 ], [ %24, %14 ]
  %16 = getelementptr inbounds nuw i64, ptr %1, i64 %15
  %17 = load i64, ptr %16, align 8
  %18 = zext i64 %17 to i128
  %19 = mul nuw i128 %9, %18
  %20 = lshr i128 %19, 58
  %21 = trunc i128 %20 to i64
  %22 = and i64 %21, -64
  %23 = getelementptr inbounds nuw i8, ptr %6, i64 %22
  tail call void @llvm.prefetch.p0(ptr %23, i32 1, i32 3, i32 1)
  %24 = add nuw i64 %15, 1
  %25 = icmp eq i64 %24, %2
  br i1 %25, label %10, label %14

26:
  %27 = phi i1 [ true, %3 ], [ %159, %157 ]
  ret i1 %27

28:
  %29 = phi i64 [ 0, %10 ], [ %160, %157 ]
  %30 = phi i1 [ true, %10 ], [ %159, %157 ]
  %31 = load i64, ptr %11, align 8
  %32 = load i64, ptr %12, align 8
  %33 = load i64, ptr %13, align 8
  %34 = icmp eq i64 %31, 5
  %35 = add i64 %31, -5
  %36 = icmp ult i64 %35, 2
  %37 = sext i1 %36 to i64
  %38 = shl i64 %31, 3
  %39 = add i64 %38, %37
  %40 = sub i64 %39, %33
  %41 = shl nsw i64 -1, %40
  %42 = xor i64 %41, -1
  %43 = tail call i64 @llvm.umin.i64(i64 %32, i64 %42)
  %44 = icmp eq i64 %43, 0
  br i1 %44, label %157, label %45

45:
  %46 = zext i64 %32 to i128
  %47 = getelementptr inbounds nuw i64, ptr %1, i64 %29
  %48 = load i64, ptr %47, align 8
  %49 = zext i64 %48 to i128
  %50 = mul nuw i128 %46, %49
  %51 = trunc i128 %50 to i64
  %52 = sub i64 64, %33
  %53 = lshr i64 %51, %52
  %54 = lshr i128 %50, 64
  %55 = trunc nuw i128 %54 to i64
  %56 = icmp eq i64 %31, 8
  %57 = icmp eq i64 %31, 4
  %58 = select i1 %34, i64 4095, i64 1023
  %59 = select i1 %57, i64 65535, i64 %58
  br label %60

60:
  %61 = phi i64 [ %43, %45 ], [ %155, %150 ]
  %62 = phi i64 [ %53, %45 ], [ %66, %150 ]
  %63 = phi i64 [ %55, %45 ], [ %154, %150 ]
  %64 = load i64, ptr %13, align 8
  %65 = shl nuw i64 1, %64
  %66 = add i64 %65, %62
  %67 = load ptr, ptr %0, align 8
  %68 = shl i64 %63, 6
  %69 = getelementptr inbounds nuw i8, ptr %67, i64 %68
  br i1 %56, label %70, label %89

70:
  %71 = insertelement <8 x i64> poison, i64 %66, i64 0
  %72 = shufflevector <8 x i64> %71, <8 x i64> poison, <8 x i32> zeroinitializer
  br label %73

73:
  %74 = load <8 x i64>, ptr %69, align 1
  %75 = icmp eq <8 x i64> %74, %72
  %76 = bitcast <8 x i1> %75 to i8
  %77 = icmp eq i8 %76, 0
  br i1 %77, label %78, label %157

78:
  %79 = icmp eq <8 x i64> %74, zeroinitializer
  %80 = bitcast <8 x i1> %79 to i8
  %81 = icmp eq i8 %80, 0
  br i1 %81, label %150, label %82

82:
  %83 = tail call range(i8 0, 9) i8 @llvm.cttz.i8(i8 %80, i1 true)
  %84 = shl nuw nsw i8 %83, 3
  %85 = zext nneg i8 %84 to i64
  %86 = getelementptr inbounds nuw i8, ptr %69, i64 %85
  %87 = cmpxchg ptr %86, i64 0, i64 %66 acq_rel acquire, align 8
  %88 = extractvalue { i64, i1 } %87, 1
  br i1 %88, label %157, label %73

89:
  %90 = shl i64 %66, 1
  %91 = or disjoint i64 %90, 1
  %92 = select i1 %57, i64 %66, i64 %91
  %93 = lshr i64 %66, 31
  %94 = trunc i64 %92 to i32
  %95 = insertelement <16 x i32> poison, i32 %94, i64 0
  %96 = shufflevector <16 x i32> %95, <16 x i32> poison, <16 x i32> zeroinitializer
  %97 = getelementptr inbounds nuw i8, ptr %69, i64 40
  %98 = getelementptr inbounds nuw i8, ptr %69, i64 48
  br label %99

99:
  %100 = load <16 x i32>, ptr %69, align 1
  %101 = icmp eq <16 x i32> %100, %96
  %102 = bitcast <16 x i1> %101 to i16
  %103 = zext i16 %102 to i64
  %104 = and i64 %59, %103
  %105 = icmp ne i64 %104, 0
  %106 = select i1 %57, i1 %105, i1 false
  br i1 %106, label %157, label %107

107:
  %108 = icmp eq i64 %104, 0
  br i1 %108, label %130, label %109

109:
  %110 = phi i64 [ %128, %126 ], [ %104, %107 ]
  %111 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %110, i1 true)
  %112 = getelementptr inbounds nuw i16, ptr %97, i64 %111
  %113 = getelementptr inbounds nuw i8, ptr %98, i64 %111
  br label %114

114:
  br i1 %34, label %115, label %118

115:
  %116 = load atomic i8, ptr %113 acquire, align 1
  %117 = zext i8 %116 to i64
  br label %121

118:
  %119 = load atomic i16, ptr %112 acquire, align 2
  %120 = zext i16 %119 to i64
  br label %121

121:
  %122 = phi i64 [ %117, %115 ], [ %120, %118 ]
  %123 = icmp eq i64 %122, 0
  br i1 %123, label %114, label %124

124:
  %125 = icmp eq i64 %122, %93
  br i1 %125, label %157, label %126

126:
  %127 = add nsw i64 %110, -1
  %128 = and i64 %127, %110
  %129 = icmp eq i64 %128, 0
  br i1 %129, label %130, label %109

130:
  %131 = icmp eq <16 x i32> %100, zeroinitializer
  %132 = bitcast <16 x i1> %131 to i16
  %133 = zext i16 %132 to i64
  %134 = and i64 %59, %133
  %135 = icmp eq i64 %134, 0
  br i1 %135, label %150, label %136

136:
  %137 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %134, i1 true)
  %138 = shl nuw nsw i64 %137, 2
  %139 = getelementptr inbounds nuw i8, ptr %69, i64 %138
  %140 = cmpxchg ptr %139, i32 0, i32 %94 acq_rel acquire, align 4
  %141 = extractvalue { i32, i1 } %140, 1
  br i1 %141, label %142, label %99

142:
  br i1 %57, label %157, label %143

143:
  br i1 %34, label %144, label %147

144:
  %145 = getelementptr inbounds nuw i8, ptr %98, i64 %137
  %146 = trunc i64 %93 to i8
  store atomic i8 %146, ptr %145 release, align 1
  br label %157

147:
  %148 = getelementptr inbounds nuw i16, ptr %97, i64 %137
  %149 = trunc i64 %93 to i16
  store atomic i16 %149, ptr %148 release, align 2
  br label %157

150:
  %151 = add i64 %63, 1
  %152 = load i64, ptr %12, align 8
  %153 = icmp eq i64 %151, %152
  %154 = select i1 %153, i64 0, i64 %151
  %155 = add nsw i64 %61, -1
  %156 = icmp eq i64 %155, 0
  br i1 %156, label %157, label %60

157:
  %158 = phi i1 [ true, %142 ], [ true, %144 ], [ true, %147 ], [ false, %28 ], [ false, %124 ], [ %77, %73 ], [ %77, %82 ], [ false, %99 ], [ false, %150 ]
  %159 = and i1 %30, %158
  %160 = add nuw i64 %29, 1
  %161 = icmp eq i64 %160, %2
  br i1 %161, label %26, label %28
}

define internal fastcc void @number_all(ptr nocapture noundef %0, ptr nocapture noundef %1, ptr nocapture noundef nonnull %2, i64 noundef %3) unnamed_addr #4 {
  %5 = alloca [512 x i64], align 16
  %6 = alloca [512 x i64], align 16
  call void @llvm.lifetime.start.p0(i64 4096, ptr nonnull %5) #7
  call void @llvm.lifetime.start.p0(i64 4096, ptr nonnull %6) #7
  %7 = icmp eq i64 %3, 0
  br i1 %7, label %11, label %16

8:
  %9 = add i64 %45, 24
  %10 = icmp eq i64 %9, 0
  br i1 %10, label %49, label %11

11:
  %12 = phi i64 [ %9, %8 ], [ 24, %4 ]
  %13 = phi i64 [ %45, %8 ], [ 0, %4 ]
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 24
  br label %50

16:
  %17 = phi i64 [ %45, %44 ], [ 0, %4 ]
  %18 = phi i64 [ %47, %44 ], [ 0, %4 ]
  %19 = getelementptr inbounds nuw i64, ptr %2, i64 %18
  %20 = load i64, ptr %19, align 8
  %21 = lshr i64 %20, 32
  %22 = xor i64 %21, %20
  %23 = mul i64 %22, -7046029254386353131
  %24 = lshr i64 %23, 32
  %25 = xor i64 %24, %23
  %26 = mul i64 %25, -2960836687051489901
  %27 = lshr i64 %26, 50
  %28 = and i64 %27, 16382
  %29 = getelementptr inbounds nuw i64, ptr %1, i64 %28
  %30 = getelementptr inbounds nuw [512 x i64], ptr %5, i64 0, i64 %17
  store i64 %26, ptr %30, align 8
  %31 = getelementptr inbounds nuw [512 x i64], ptr %6, i64 0, i64 %17
  store i64 %18, ptr %31, align 8
  %32 = load i64, ptr %29, align 8
  %33 = icmp eq i64 %32, %20
  br i1 %33, label %36, label %34

34:
  %35 = add i64 %17, 1
  br label %44

36:
  %37 = getelementptr inbounds nuw i8, ptr %29, i64 8
  %38 = load i64, ptr %37, align 8
  %39 = icmp eq i64 %38, 0
  %40 = zext i1 %39 to i64
  %41 = add i64 %17, %40
  %42 = add i64 %38, -1
  %43 = select i1 %39, i64 %20, i64 %42
  br label %44

44:
  %45 = phi i64 [ %35, %34 ], [ %41, %36 ]
  %46 = phi i64 [ %20, %34 ], [ %43, %36 ]
  store i64 %46, ptr %19, align 8
  %47 = add nuw i64 %18, 1
  %48 = icmp eq i64 %47, %3
  br i1 %48, label %8, label %16

49:
  call void @llvm.lifetime.end.p0(i64 4096, ptr nonnull %6) #7
  call void @llvm.lifetime.end.p0(i64 4096, ptr nonnull %5) #7
  ret void

50:
  %51 = phi i64 [ 0, %11 ], [ %121, %120 ]
  %52 = icmp ult i64 %51, %13
  br i1 %52, label %53, label %65

53:
  %54 = load ptr, ptr %0, align 8
  %55 = getelementptr inbounds nuw [512 x i64], ptr %5, i64 0, i64 %51
  %56 = load i64, ptr %55, align 8
  %57 = load i64, ptr %14, align 8
  %58 = zext i64 %56 to i128
  %59 = zext i64 %57 to i128
  %60 = mul nuw i128 %59, %58
  %61 = lshr i128 %60, 60
  %62 = trunc i128 %61 to i64
  %63 = and i64 %62, -16
  %64 = getelementptr inbounds nuw i8, ptr %54, i64 %63
  tail call void @llvm.prefetch.p0(ptr %64, i32 0, i32 3, i32 1)
  br label %65

65:
  %66 = icmp ult i64 %51, 24
  br i1 %66, label %120, label %67

67:
  %68 = add i64 %51, -24
  %69 = getelementptr inbounds nuw [512 x i64], ptr %5, i64 0, i64 %68
  %70 = load i64, ptr %69, align 8
  %71 = getelementptr inbounds nuw [512 x i64], ptr %6, i64 0, i64 %68
  %72 = load i64, ptr %71, align 8
  %73 = getelementptr inbounds nuw i64, ptr %2, i64 %72
  %74 = lshr i64 %70, 50
  %75 = and i64 %74, 16382
  %76 = getelementptr inbounds nuw i64, ptr %1, i64 %75
  %77 = load i64, ptr %73, align 8
  store i64 %77, ptr %76, align 8
  %78 = load i64, ptr %14, align 8
  %79 = zext i64 %70 to i128
  %80 = zext i64 %78 to i128
  %81 = mul nuw i128 %80, %79
  %82 = lshr i128 %81, 64
  %83 = trunc nuw i128 %82 to i64
  br label %84

84:
  %85 = phi i64 [ %83, %67 ], [ %113, %109 ]
  %86 = load ptr, ptr %0, align 8
  %87 = shl i64 %85, 4
  %88 = getelementptr inbounds nuw i8, ptr %86, i64 %87
  %89 = getelementptr inbounds nuw i8, ptr %88, i64 8
  %90 = load atomic i64, ptr %89 acquire, align 8
  %91 = icmp eq i64 %90, 0
  br i1 %91, label %92, label %99

92:
  %93 = cmpxchg ptr %89, i64 0, i64 -1 acquire acquire, align 8
  %94 = extractvalue { i64, i1 } %93, 1
  %95 = extractvalue { i64, i1 } %93, 0
  br i1 %94, label %96, label %99

96:
  store i64 %77, ptr %88, align 8
  %97 = atomicrmw add ptr %15, i64 1 monotonic, align 8
  %98 = add i64 %97, 1
  store atomic i64 %98, ptr %89 release, align 8
  br label %116

99:
  %100 = phi i64 [ %90, %84 ], [ %95, %92 ]
  %101 = icmp eq i64 %100, -1
  br i1 %101, label %102, label %105

102:
  %103 = load atomic i64, ptr %89 acquire, align 8
  %104 = icmp eq i64 %103, -1
  br i1 %104, label %102, label %105

105:
  %106 = phi i64 [ %100, %99 ], [ %103, %102 ]
  %107 = load i64, ptr %88, align 8
  %108 = icmp eq i64 %107, %77
  br i1 %108, label %114, label %109

109:
  %110 = add i64 %85, 1
  %111 = load i64, ptr %14, align 8
  %112 = icmp eq i64 %110, %111
  %113 = select i1 %112, i64 0, i64 %110
  br label %84

114:
  %115 = add i64 %106, -1
  br label %116

116:
  %117 = phi i64 [ %106, %114 ], [ %98, %96 ]
  %118 = phi i64 [ %115, %114 ], [ %97, %96 ]
  store i64 %118, ptr %73, align 8
  %119 = getelementptr inbounds nuw i8, ptr %76, i64 8
  store i64 %117, ptr %119, align 8
  br label %120

120:
  %121 = add nuw i64 %51, 1
  %122 = icmp eq i64 %121, %12
  br i1 %122, label %49, label %50
}

declare i64 @llvm.cttz.i64(i64, i1 immarg) #5

declare i64 @llvm.umin.i64(i64, i64) #6

declare i8 @llvm.cttz.i8(i8, i1 immarg) #6

declare i16 @llvm.cttz.i16(i16, i1 immarg) #6

declare i64 @llvm.umax.i64(i64, i64) #6

attributes #0 = { nofree norecurse nounwind }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite) }
attributes #3 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #4 = { nofree noinline norecurse nounwind }
attributes #5 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #6 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #7 = { nounwind }
