; Generated from fair_loops.c by `make runtime`: change that file, not this one.
; SHA-256 of fair_loops.c: 10cfd0c7285db7124ac8ac5a4f74cf37e274dd229f868ea689cf59c64519cf55
define range(i64 0, 2) i64 @measure(ptr nocapture noundef readonly %0, i64 noundef %1, i64 noundef %2, i64 noundef %3) local_unnamed_addr #0 {
  %5 = load i64, ptr %0, align 8
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %7 = load ptr, ptr %6, align 8
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %9 = load ptr, ptr %8, align 8
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %11 = load ptr, ptr %10, align 8
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %13 = load ptr, ptr %12, align 8
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %15 = load ptr, ptr %14, align 8
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %17 = load i64, ptr %16, align 8
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %19 = load ptr, ptr %18, align 8
  %20 = add i64 %17, 1
  %21 = icmp ult i64 %1, %2
  br i1 %21, label %22, label %28

22:
  %23 = icmp eq i64 %3, 0
  %24 = icmp eq i64 %17, 0
  br label %30

25:
  %26 = and i8 %103, 1
  %27 = zext nneg i8 %26 to i64
  br label %28

28:
  %29 = phi i64 [ 0, %4 ], [ %27, %25 ]
  ret i64 %29

30:
  %31 = phi i8 [ 0, %22 ], [ %103, %102 ]
  %32 = phi i64 [ %1, %22 ], [ %104, %102 ]
  %33 = xor i64 %32, -1
  %34 = add i64 %5, %33
  %35 = select i1 %23, i64 %32, i64 %34
  %36 = mul i64 %35, %20
  %37 = getelementptr inbounds nuw i16, ptr %19, i64 %36
  %38 = getelementptr inbounds nuw i64, ptr %7, i64 %35
  %39 = load i64, ptr %38, align 8
  %40 = getelementptr i8, ptr %38, i64 8
  %41 = load i64, ptr %40, align 8
  %42 = icmp ult i64 %39, %41
  br i1 %42, label %43, label %46

43:
  %44 = getelementptr inbounds nuw i8, ptr %37, i64 2
  %45 = load i16, ptr %37, align 2
  br label %51

46:
  %47 = phi i8 [ %31, %30 ], [ %74, %73 ]
  br i1 %24, label %102, label %48

48:
  %49 = getelementptr inbounds nuw i64, ptr %13, i64 %35
  %50 = getelementptr inbounds nuw i8, ptr %37, i64 2
  br label %106

51:
  %52 = phi i16 [ %45, %43 ], [ %68, %73 ]
  %53 = phi i8 [ %31, %43 ], [ %74, %73 ]
  %54 = phi i64 [ %39, %43 ], [ %75, %73 ]
  %55 = getelementptr inbounds nuw i32, ptr %9, i64 %54
  %56 = load i32, ptr %55, align 4
  %57 = zext i32 %56 to i64
  %58 = mul i64 %20, %57
  %59 = getelementptr inbounds nuw i16, ptr %19, i64 %58
  %60 = load i16, ptr %59, align 2
  %61 = zext i16 %60 to i64
  %62 = add nuw nsw i64 %61, 1
  %63 = zext i16 %52 to i64
  %64 = icmp samesign ult i64 %62, %63
  br i1 %64, label %65, label %67

65:
  %66 = trunc nuw i64 %62 to i16
  store i16 %66, ptr %37, align 2
  br label %67

67:
  %68 = phi i16 [ %52, %51 ], [ %66, %65 ]
  %69 = zext i1 %64 to i8
  %70 = or i8 %53, %69
  br i1 %24, label %73, label %71

71:
  %72 = getelementptr inbounds nuw i64, ptr %11, i64 %54
  br label %78

73:
  %74 = phi i8 [ %70, %67 ], [ %100, %98 ]
  %75 = add nuw i64 %54, 1
  %76 = load i64, ptr %40, align 8
  %77 = icmp ult i64 %75, %76
  br i1 %77, label %51, label %46

78:
  %79 = phi i64 [ 0, %71 ], [ %87, %98 ]
  %80 = phi i8 [ %70, %71 ], [ %100, %98 ]
  %81 = getelementptr inbounds nuw i16, ptr %44, i64 %79
  %82 = load i64, ptr %72, align 8
  %83 = getelementptr inbounds nuw i64, ptr %15, i64 %79
  %84 = load i64, ptr %83, align 8
  %85 = and i64 %84, %82
  %86 = icmp eq i64 %85, 0
  %87 = add nuw i64 %79, 1
  %88 = select i1 %86, i64 %87, i64 0
  %89 = getelementptr inbounds nuw i16, ptr %59, i64 %88
  %90 = load i16, ptr %89, align 2
  %91 = zext i16 %90 to i64
  %92 = add nuw nsw i64 %91, 1
  %93 = load i16, ptr %81, align 2
  %94 = zext i16 %93 to i64
  %95 = icmp samesign ult i64 %92, %94
  br i1 %95, label %96, label %98

96:
  %97 = trunc nuw i64 %92 to i16
  store i16 %97, ptr %81, align 2
  br label %98

98:
  %99 = zext i1 %95 to i8
  %100 = or i8 %80, %99
  %101 = icmp eq i64 %87, %17
  br i1 %101, label %73, label %78

102:
  %103 = phi i8 [ %47, %46 ], [ %124, %123 ]
  %104 = add nuw i64 %32, 1
  %105 = icmp eq i64 %104, %2
  br i1 %105, label %25, label %30

106:
  %107 = phi i64 [ 0, %48 ], [ %125, %123 ]
  %108 = phi i8 [ %47, %48 ], [ %124, %123 ]
  %109 = load i64, ptr %49, align 8
  %110 = getelementptr inbounds nuw i64, ptr %15, i64 %107
  %111 = load i64, ptr %110, align 8
  %112 = and i64 %111, %109
  %113 = icmp eq i64 %112, 0
  br i1 %113, label %123, label %114

114:
  %115 = getelementptr inbounds nuw i16, ptr %50, i64 %107
  %116 = load i16, ptr %37, align 2
  %117 = load i16, ptr %115, align 2
  %118 = icmp ult i16 %116, %117
  br i1 %118, label %119, label %120

119:
  store i16 %116, ptr %115, align 2
  br label %120

120:
  %121 = zext i1 %118 to i8
  %122 = or i8 %108, %121
  br label %123

123:
  %124 = phi i8 [ %122, %120 ], [ %108, %106 ]
  %125 = add nuw i64 %107, 1
  %126 = icmp eq i64 %125, %17
  br i1 %126, label %102, label %106
}

define range(i64 0, 3) i64 @search_loop(ptr noundef %0, i64 noundef %1) local_unnamed_addr #0 {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 104
  %4 = load i64, ptr %3, align 8
  %5 = icmp eq i64 %4, 0
  br i1 %5, label %6, label %98

6:
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %8 = load i64, ptr %7, align 8
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %10 = load ptr, ptr %9, align 8
  %11 = getelementptr inbounds nuw i64, ptr %10, i64 %8
  %12 = load i64, ptr %11, align 8
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %14 = load ptr, ptr %13, align 8
  %15 = getelementptr inbounds nuw i64, ptr %14, i64 %8
  %16 = load i64, ptr %15, align 8
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %18 = load ptr, ptr %17, align 8
  %19 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %20 = load i64, ptr %19, align 8
  %21 = add i64 %20, 1
  %22 = mul i64 %21, %8
  %23 = getelementptr inbounds nuw i16, ptr %18, i64 %22
  %24 = load i16, ptr %23, align 2
  %25 = zext i16 %24 to i64
  %26 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %27 = load i64, ptr %26, align 8
  %28 = xor i64 %12, -1
  %29 = and i64 %27, %28
  %30 = or i64 %29, %16
  %31 = getelementptr i8, ptr %23, i64 2
  %32 = icmp eq i64 %20, 0
  br i1 %32, label %52, label %33

33:
  %34 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %35 = load ptr, ptr %34, align 8
  br label %36

36:
  %37 = phi i64 [ %25, %33 ], [ %49, %48 ]
  %38 = phi i64 [ 0, %33 ], [ %50, %48 ]
  %39 = getelementptr inbounds nuw i64, ptr %35, i64 %38
  %40 = load i64, ptr %39, align 8
  %41 = and i64 %40, %30
  %42 = icmp eq i64 %41, 0
  br i1 %42, label %48, label %43

43:
  %44 = getelementptr i16, ptr %31, i64 %38
  %45 = load i16, ptr %44, align 2
  %46 = zext i16 %45 to i64
  %47 = tail call i64 @llvm.umax.i64(i64 %37, i64 %46)
  br label %48

48:
  %49 = phi i64 [ %37, %36 ], [ %47, %43 ]
  %50 = add nuw i64 %38, 1
  %51 = icmp eq i64 %50, %20
  br i1 %51, label %52, label %36

52:
  %53 = phi i64 [ %25, %6 ], [ %49, %48 ]
  %54 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %55 = load i64, ptr %54, align 8
  %56 = tail call i64 @llvm.umax.i64(i64 %55, i64 1)
  %57 = tail call range(i64 0, 65) i64 @llvm.ctpop.i64(i64 %30)
  %58 = add nsw i64 %57, -1
  %59 = add i64 %58, %56
  %60 = udiv i64 %59, %56
  %61 = tail call i64 @llvm.umax.i64(i64 %60, i64 %53)
  %62 = getelementptr inbounds nuw i8, ptr %0, i64 120
  %63 = tail call i64 @llvm.umax.i64(i64 %61, i64 1)
  store i64 %63, ptr %62, align 8
  %64 = getelementptr inbounds nuw i8, ptr %0, i64 200
  %65 = load i64, ptr %64, align 8
  %66 = icmp eq i64 %65, 0
  br i1 %66, label %76, label %67

67:
  %68 = getelementptr inbounds nuw i8, ptr %0, i64 192
  br label %69

69:
  %70 = phi i64 [ 0, %67 ], [ %73, %69 ]
  %71 = load ptr, ptr %68, align 8
  %72 = getelementptr inbounds nuw i32, ptr %71, i64 %70
  store i32 0, ptr %72, align 4
  %73 = add nuw i64 %70, 1
  %74 = load i64, ptr %64, align 8
  %75 = icmp ult i64 %73, %74
  br i1 %75, label %69, label %76

76:
  %77 = load i64, ptr %0, align 8
  %78 = icmp eq i64 %77, 0
  br i1 %78, label %88, label %79

79:
  %80 = getelementptr inbounds nuw i8, ptr %0, i64 184
  br label %81

81:
  %82 = phi i64 [ 0, %79 ], [ %85, %81 ]
  %83 = load ptr, ptr %80, align 8
  %84 = getelementptr inbounds nuw i32, ptr %83, i64 %82
  store i32 0, ptr %84, align 4
  %85 = add nuw i64 %82, 1
  %86 = load i64, ptr %0, align 8
  %87 = icmp ult i64 %85, %86
  br i1 %87, label %81, label %88

88:
  %89 = getelementptr inbounds nuw i8, ptr %0, i64 112
  store i64 0, ptr %89, align 8
  store i64 0, ptr %3, align 8
  %90 = getelementptr inbounds nuw i8, ptr %0, i64 128
  store i64 65535, ptr %90, align 8
  %91 = load i64, ptr %7, align 8
  %92 = load ptr, ptr %9, align 8
  %93 = getelementptr inbounds nuw i64, ptr %92, i64 %91
  %94 = load i64, ptr %93, align 8
  %95 = load ptr, ptr %13, align 8
  %96 = getelementptr inbounds nuw i64, ptr %95, i64 %91
  %97 = load i64, ptr %96, align 8
  tail call fastcc void @enter_node(ptr noundef nonnull %0, i64 noundef %91, i64 noundef 0, i64 noundef %94, i64 noundef %97)
  br label %98

98:
  %99 = icmp eq i64 %1, 0
  br i1 %99, label %370, label %100

100:
  %101 = getelementptr inbounds nuw i8, ptr %0, i64 112
  %102 = getelementptr inbounds nuw i8, ptr %0, i64 128
  %103 = getelementptr inbounds nuw i8, ptr %0, i64 120
  %104 = getelementptr inbounds nuw i8, ptr %0, i64 200
  %105 = getelementptr inbounds nuw i8, ptr %0, i64 192
  %106 = getelementptr inbounds nuw i8, ptr %0, i64 184
  %107 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %108 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %109 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %110 = getelementptr inbounds nuw i8, ptr %0, i64 136
  %111 = getelementptr inbounds nuw i8, ptr %0, i64 160
  %112 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %113 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %114 = getelementptr inbounds nuw i8, ptr %0, i64 168
  %115 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %116 = getelementptr inbounds nuw i8, ptr %0, i64 176
  %117 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %118 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %119 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %120 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %121 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %122 = getelementptr inbounds nuw i8, ptr %0, i64 96
  %123 = getelementptr inbounds nuw i8, ptr %0, i64 152
  %124 = load i64, ptr %3, align 8
  br label %128

125:
  %126 = add i64 %130, -1
  %127 = icmp eq i64 %126, 0
  br i1 %127, label %370, label %128

128:
  %129 = phi i64 [ %124, %100 ], [ %367, %125 ]
  %130 = phi i64 [ %1, %100 ], [ %126, %125 ]
  %131 = load i64, ptr %101, align 8
  %132 = icmp eq i64 %131, %129
  br i1 %132, label %133, label %162

133:
  %134 = load i64, ptr %102, align 8
  store i64 %134, ptr %103, align 8
  %135 = load i64, ptr %104, align 8
  %136 = icmp eq i64 %135, 0
  br i1 %136, label %144, label %137

137:
  %138 = phi i64 [ %141, %137 ], [ 0, %133 ]
  %139 = load ptr, ptr %105, align 8
  %140 = getelementptr inbounds nuw i32, ptr %139, i64 %138
  store i32 0, ptr %140, align 4
  %141 = add nuw i64 %138, 1
  %142 = load i64, ptr %104, align 8
  %143 = icmp ult i64 %141, %142
  br i1 %143, label %137, label %144

144:
  %145 = load i64, ptr %0, align 8
  %146 = icmp eq i64 %145, 0
  br i1 %146, label %154, label %147

147:
  %148 = phi i64 [ %151, %147 ], [ 0, %144 ]
  %149 = load ptr, ptr %106, align 8
  %150 = getelementptr inbounds nuw i32, ptr %149, i64 %148
  store i32 0, ptr %150, align 4
  %151 = add nuw i64 %148, 1
  %152 = load i64, ptr %0, align 8
  %153 = icmp ult i64 %151, %152
  br i1 %153, label %147, label %154

154:
  store i64 0, ptr %101, align 8
  store i64 0, ptr %3, align 8
  store i64 65535, ptr %102, align 8
  %155 = load i64, ptr %107, align 8
  %156 = load ptr, ptr %108, align 8
  %157 = getelementptr inbounds nuw i64, ptr %156, i64 %155
  %158 = load i64, ptr %157, align 8
  %159 = load ptr, ptr %109, align 8
  %160 = getelementptr inbounds nuw i64, ptr %159, i64 %155
  %161 = load i64, ptr %160, align 8
  tail call fastcc void @enter_node(ptr noundef nonnull %0, i64 noundef %155, i64 noundef 0, i64 noundef %158, i64 noundef %161)
  br label %162

162:
  %163 = load i64, ptr %103, align 8
  %164 = icmp ugt i64 %163, 65534
  br i1 %164, label %370, label %165

165:
  %166 = load i64, ptr %101, align 8
  %167 = add i64 %166, 1
  store i64 %167, ptr %101, align 8
  %168 = load ptr, ptr %110, align 8
  %169 = getelementptr inbounds nuw i32, ptr %168, i64 %166
  %170 = load i32, ptr %169, align 4
  %171 = zext i32 %170 to i64
  %172 = load ptr, ptr %111, align 8
  %173 = getelementptr inbounds nuw i16, ptr %172, i64 %166
  %174 = load i16, ptr %173, align 2
  %175 = zext i16 %174 to i64
  %176 = add nuw nsw i64 %175, 1
  %177 = load ptr, ptr %112, align 8
  %178 = getelementptr inbounds nuw i64, ptr %177, i64 %171
  %179 = load i64, ptr %178, align 8
  %180 = getelementptr inbounds nuw i8, ptr %178, i64 8
  %181 = load i64, ptr %180, align 8
  %182 = icmp ult i64 %179, %181
  br i1 %182, label %183, label %366

183:
  %184 = phi ptr [ %359, %358 ], [ %177, %165 ]
  %185 = phi i64 [ %360, %358 ], [ %179, %165 ]
  %186 = load ptr, ptr %113, align 8
  %187 = getelementptr inbounds nuw i32, ptr %186, i64 %185
  %188 = load i32, ptr %187, align 4
  %189 = zext i32 %188 to i64
  %190 = load ptr, ptr %114, align 8
  %191 = getelementptr inbounds nuw i64, ptr %190, i64 %166
  %192 = load i64, ptr %191, align 8
  %193 = load ptr, ptr %115, align 8
  %194 = getelementptr inbounds nuw i64, ptr %193, i64 %185
  %195 = load i64, ptr %194, align 8
  %196 = or i64 %195, %192
  %197 = load ptr, ptr %108, align 8
  %198 = getelementptr inbounds nuw i64, ptr %197, i64 %189
  %199 = load i64, ptr %198, align 8
  %200 = or i64 %196, %199
  %201 = load ptr, ptr %116, align 8
  %202 = getelementptr inbounds nuw i64, ptr %201, i64 %166
  %203 = load i64, ptr %202, align 8
  %204 = load ptr, ptr %109, align 8
  %205 = getelementptr inbounds nuw i64, ptr %204, i64 %189
  %206 = load i64, ptr %205, align 8
  %207 = or i64 %206, %203
  %208 = xor i64 %200, -1
  %209 = and i64 %207, %208
  %210 = load i64, ptr %107, align 8
  %211 = icmp eq i64 %210, %189
  %212 = load i64, ptr %117, align 8
  %213 = or i64 %212, %207
  %214 = and i64 %213, %208
  %215 = icmp eq i64 %214, 0
  %216 = select i1 %211, i1 %215, i1 false
  br i1 %216, label %217, label %238

217:
  %218 = getelementptr inbounds nuw i8, ptr %0, i64 208
  %219 = load ptr, ptr %218, align 8
  %220 = getelementptr inbounds nuw i32, ptr %219, i64 %175
  store i32 %188, ptr %220, align 4
  %221 = icmp eq i16 %174, 0
  br i1 %221, label %365, label %222

222:
  %223 = getelementptr inbounds nuw i8, ptr %0, i64 144
  br label %224

224:
  %225 = phi i64 [ %175, %222 ], [ %227, %224 ]
  %226 = phi i64 [ %166, %222 ], [ %236, %224 ]
  %227 = add nsw i64 %225, -1
  %228 = load ptr, ptr %110, align 8
  %229 = getelementptr inbounds nuw i32, ptr %228, i64 %226
  %230 = load i32, ptr %229, align 4
  %231 = load ptr, ptr %218, align 8
  %232 = getelementptr inbounds nuw i32, ptr %231, i64 %227
  store i32 %230, ptr %232, align 4
  %233 = load ptr, ptr %223, align 8
  %234 = getelementptr inbounds nuw i32, ptr %233, i64 %226
  %235 = load i32, ptr %234, align 4
  %236 = zext i32 %235 to i64
  %237 = icmp eq i64 %227, 0
  br i1 %237, label %365, label %224

238:
  %239 = load ptr, ptr %118, align 8
  %240 = load i64, ptr %119, align 8
  %241 = add i64 %240, 1
  %242 = mul i64 %241, %189
  %243 = getelementptr inbounds nuw i16, ptr %239, i64 %242
  %244 = load i16, ptr %243, align 2
  %245 = zext i16 %244 to i64
  %246 = getelementptr i8, ptr %243, i64 2
  %247 = icmp eq i64 %240, 0
  br i1 %247, label %266, label %248

248:
  %249 = load ptr, ptr %120, align 8
  br label %250

250:
  %251 = phi i64 [ %245, %248 ], [ %263, %262 ]
  %252 = phi i64 [ 0, %248 ], [ %264, %262 ]
  %253 = getelementptr inbounds nuw i64, ptr %249, i64 %252
  %254 = load i64, ptr %253, align 8
  %255 = and i64 %254, %214
  %256 = icmp eq i64 %255, 0
  br i1 %256, label %262, label %257

257:
  %258 = getelementptr i16, ptr %246, i64 %252
  %259 = load i16, ptr %258, align 2
  %260 = zext i16 %259 to i64
  %261 = tail call i64 @llvm.umax.i64(i64 %251, i64 %260)
  br label %262

262:
  %263 = phi i64 [ %251, %250 ], [ %261, %257 ]
  %264 = add nuw i64 %252, 1
  %265 = icmp eq i64 %264, %240
  br i1 %265, label %266, label %250

266:
  %267 = phi i64 [ %245, %238 ], [ %263, %262 ]
  %268 = load i64, ptr %121, align 8
  %269 = tail call i64 @llvm.umax.i64(i64 %268, i64 1)
  %270 = tail call range(i64 0, 65) i64 @llvm.ctpop.i64(i64 %214)
  %271 = add nsw i64 %270, -1
  %272 = add i64 %271, %269
  %273 = udiv i64 %272, %269
  %274 = tail call i64 @llvm.umax.i64(i64 %273, i64 %267)
  %275 = add i64 %274, %176
  %276 = load i64, ptr %103, align 8
  %277 = icmp ugt i64 %275, %276
  br i1 %277, label %278, label %281

278:
  %279 = load i64, ptr %102, align 8
  %280 = tail call i64 @llvm.umin.i64(i64 %275, i64 %279)
  store i64 %280, ptr %102, align 8
  br label %358

281:
  %282 = load i64, ptr %3, align 8
  %283 = load i64, ptr %122, align 8
  %284 = icmp ult i64 %282, %283
  br i1 %284, label %285, label %358

285:
  %286 = load ptr, ptr %106, align 8
  %287 = getelementptr inbounds nuw i32, ptr %286, i64 %189
  %288 = load i32, ptr %287, align 4
  %289 = icmp eq i32 %288, 0
  br i1 %289, label %315, label %290

290:
  %291 = xor i64 %209, -1
  br label %292

292:
  %293 = phi i32 [ %288, %290 ], [ %311, %307 ]
  %294 = phi i64 [ 16, %290 ], [ %310, %307 ]
  %295 = add i32 %293, -1
  %296 = zext i32 %295 to i64
  %297 = getelementptr inbounds nuw i64, ptr %190, i64 %296
  %298 = load i64, ptr %297, align 8
  %299 = xor i64 %298, -1
  %300 = and i64 %200, %299
  %301 = icmp eq i64 %300, 0
  br i1 %301, label %302, label %307

302:
  %303 = getelementptr inbounds nuw i64, ptr %201, i64 %296
  %304 = load i64, ptr %303, align 8
  %305 = and i64 %304, %291
  %306 = icmp eq i64 %305, 0
  br i1 %306, label %358, label %307

307:
  %308 = load ptr, ptr %123, align 8
  %309 = getelementptr inbounds nuw i32, ptr %308, i64 %296
  %310 = add nsw i64 %294, -1
  %311 = load i32, ptr %309, align 4
  %312 = icmp eq i32 %311, 0
  %313 = icmp eq i64 %310, 0
  %314 = select i1 %312, i1 true, i1 %313
  br i1 %314, label %315, label %292

315:
  %316 = load ptr, ptr %105, align 8
  %317 = mul i64 %189, -7046029254386353131
  %318 = xor i64 %200, %317
  %319 = mul i64 %318, -4417276706812531889
  %320 = lshr i64 %319, 32
  %321 = xor i64 %320, %319
  %322 = xor i64 %321, %209
  %323 = mul i64 %322, 1609587929392839161
  %324 = lshr i64 %323, 29
  %325 = xor i64 %324, %323
  %326 = load i64, ptr %104, align 8
  %327 = add i64 %326, -1
  %328 = and i64 %327, %325
  %329 = getelementptr inbounds nuw i32, ptr %316, i64 %328
  %330 = load i32, ptr %329, align 4
  %331 = icmp eq i32 %330, 0
  br i1 %331, label %356, label %332

332:
  %333 = load ptr, ptr %110, align 8
  br label %334

334:
  %335 = phi i32 [ %330, %332 ], [ %354, %350 ]
  %336 = phi i64 [ %328, %332 ], [ %352, %350 ]
  %337 = add i32 %335, -1
  %338 = zext i32 %337 to i64
  %339 = getelementptr inbounds nuw i32, ptr %333, i64 %338
  %340 = load i32, ptr %339, align 4
  %341 = icmp eq i32 %188, %340
  br i1 %341, label %342, label %350

342:
  %343 = getelementptr inbounds nuw i64, ptr %190, i64 %338
  %344 = load i64, ptr %343, align 8
  %345 = icmp eq i64 %344, %200
  br i1 %345, label %346, label %350

346:
  %347 = getelementptr inbounds nuw i64, ptr %201, i64 %338
  %348 = load i64, ptr %347, align 8
  %349 = icmp eq i64 %348, %209
  br i1 %349, label %358, label %350

350:
  %351 = add i64 %336, 1
  %352 = and i64 %351, %327
  %353 = getelementptr inbounds nuw i32, ptr %316, i64 %352
  %354 = load i32, ptr %353, align 4
  %355 = icmp eq i32 %354, 0
  br i1 %355, label %356, label %334

356:
  tail call fastcc void @enter_node(ptr noundef %0, i64 noundef %189, i64 noundef %166, i64 noundef %200, i64 noundef %209)
  %357 = load ptr, ptr %112, align 8
  br label %358

358:
  %359 = phi ptr [ %184, %281 ], [ %357, %356 ], [ %184, %278 ], [ %184, %346 ], [ %184, %302 ]
  %360 = add nuw i64 %185, 1
  %361 = getelementptr inbounds nuw i64, ptr %359, i64 %171
  %362 = getelementptr inbounds nuw i8, ptr %361, i64 8
  %363 = load i64, ptr %362, align 8
  %364 = icmp ult i64 %360, %363
  br i1 %364, label %183, label %366

365:
  store i64 %176, ptr %103, align 8
  br label %370

366:
  %367 = load i64, ptr %3, align 8
  %368 = load i64, ptr %122, align 8
  %369 = icmp eq i64 %367, %368
  br i1 %369, label %370, label %125

370:
  %371 = phi i64 [ 1, %365 ], [ 0, %98 ], [ 2, %162 ], [ 2, %366 ], [ 0, %125 ]
  ret i64 %371
}

define i64 @nearest(ptr nocapture noundef readonly %0, i64 noundef %1, i64 noundef %2) local_unnamed_addr #0 {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %5 = load i64, ptr %4, align 8
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %7 = load ptr, ptr %6, align 8
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %9 = load ptr, ptr %8, align 8
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %11 = load ptr, ptr %10, align 8
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %13 = load ptr, ptr %12, align 8
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 136
  %15 = load ptr, ptr %14, align 8
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 144
  %17 = load ptr, ptr %16, align 8
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 152
  %19 = load ptr, ptr %18, align 8
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 184
  %21 = load ptr, ptr %20, align 8
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 208
  %23 = load ptr, ptr %22, align 8
  %24 = trunc i64 %1 to i32
  store i32 %24, ptr %15, align 4
  %25 = getelementptr inbounds nuw i32, ptr %21, i64 %1
  store i32 1, ptr %25, align 4
  %26 = icmp eq i64 %2, 0
  br label %31

27:
  %28 = phi i64 [ %53, %69 ], [ %47, %45 ]
  %29 = phi i64 [ 1, %69 ], [ %46, %45 ]
  %30 = icmp eq i64 %28, 0
  br i1 %30, label %112, label %113

31:
  %32 = phi i64 [ 1, %3 ], [ %47, %45 ]
  %33 = phi i64 [ 0, %3 ], [ %48, %45 ]
  %34 = getelementptr inbounds nuw i32, ptr %15, i64 %33
  %35 = load i32, ptr %34, align 4
  %36 = zext i32 %35 to i64
  %37 = getelementptr inbounds nuw i64, ptr %7, i64 %36
  %38 = load i64, ptr %37, align 8
  %39 = getelementptr inbounds nuw i8, ptr %37, i64 8
  %40 = load i64, ptr %39, align 8
  %41 = icmp ult i64 %38, %40
  br i1 %41, label %42, label %45

42:
  %43 = trunc i64 %33 to i32
  %44 = icmp eq i64 %33, 0
  br label %52

45:
  %46 = phi i64 [ 0, %31 ], [ %105, %104 ]
  %47 = phi i64 [ %32, %31 ], [ %106, %104 ]
  %48 = add nuw i64 %33, 1
  %49 = icmp ult i64 %48, %47
  %50 = icmp eq i64 %46, 0
  %51 = and i1 %49, %50
  br i1 %51, label %31, label %27

52:
  %53 = phi i64 [ %32, %42 ], [ %106, %104 ]
  %54 = phi i64 [ %38, %42 ], [ %107, %104 ]
  %55 = getelementptr inbounds nuw i32, ptr %9, i64 %54
  %56 = load i32, ptr %55, align 4
  %57 = zext i32 %56 to i64
  br i1 %26, label %66, label %58

58:
  %59 = getelementptr inbounds nuw i64, ptr %11, i64 %54
  %60 = load i64, ptr %59, align 8
  %61 = getelementptr inbounds nuw i64, ptr %13, i64 %57
  %62 = load i64, ptr %61, align 8
  %63 = or i64 %62, %60
  %64 = and i64 %63, %2
  %65 = icmp eq i64 %64, 0
  br i1 %65, label %94, label %68

66:
  %67 = icmp eq i64 %5, %57
  br i1 %67, label %68, label %94

68:
  br i1 %44, label %69, label %75

69:
  %70 = trunc i64 %54 to i32
  store i32 %70, ptr %23, align 4
  br label %27

71:
  %72 = trunc i64 %54 to i32
  %73 = getelementptr inbounds nuw i32, ptr %23, i64 %78
  store i32 %72, ptr %73, align 4
  %74 = add i64 %77, 2
  br label %83

75:
  %76 = phi i64 [ %81, %75 ], [ %33, %68 ]
  %77 = phi i64 [ %78, %75 ], [ 0, %68 ]
  %78 = add i64 %77, 1
  %79 = getelementptr inbounds nuw i32, ptr %17, i64 %76
  %80 = load i32, ptr %79, align 4
  %81 = zext i32 %80 to i64
  %82 = icmp eq i32 %80, 0
  br i1 %82, label %71, label %75

83:
  %84 = phi i64 [ %88, %83 ], [ %78, %71 ]
  %85 = phi i64 [ %92, %83 ], [ %33, %71 ]
  %86 = getelementptr inbounds nuw i32, ptr %19, i64 %85
  %87 = load i32, ptr %86, align 4
  %88 = add i64 %84, -1
  %89 = getelementptr inbounds nuw i32, ptr %23, i64 %88
  store i32 %87, ptr %89, align 4
  %90 = getelementptr inbounds nuw i32, ptr %17, i64 %85
  %91 = load i32, ptr %90, align 4
  %92 = zext i32 %91 to i64
  %93 = icmp eq i32 %91, 0
  br i1 %93, label %104, label %83

94:
  %95 = getelementptr inbounds nuw i32, ptr %21, i64 %57
  %96 = load i32, ptr %95, align 4
  %97 = icmp eq i32 %96, 0
  br i1 %97, label %98, label %104

98:
  store i32 1, ptr %95, align 4
  %99 = getelementptr inbounds nuw i32, ptr %15, i64 %53
  store i32 %56, ptr %99, align 4
  %100 = getelementptr inbounds nuw i32, ptr %17, i64 %53
  store i32 %43, ptr %100, align 4
  %101 = trunc i64 %54 to i32
  %102 = add i64 %53, 1
  %103 = getelementptr inbounds nuw i32, ptr %19, i64 %53
  store i32 %101, ptr %103, align 4
  br label %104

104:
  %105 = phi i64 [ 0, %94 ], [ 0, %98 ], [ %74, %83 ]
  %106 = phi i64 [ %53, %94 ], [ %102, %98 ], [ %53, %83 ]
  %107 = add nuw i64 %54, 1
  %108 = load i64, ptr %39, align 8
  %109 = icmp ult i64 %107, %108
  %110 = icmp eq i64 %105, 0
  %111 = and i1 %109, %110
  br i1 %111, label %52, label %45

112:
  ret i64 %29

113:
  %114 = phi i64 [ %119, %113 ], [ 0, %27 ]
  %115 = getelementptr inbounds nuw i32, ptr %15, i64 %114
  %116 = load i32, ptr %115, align 4
  %117 = zext i32 %116 to i64
  %118 = getelementptr inbounds nuw i32, ptr %21, i64 %117
  store i32 0, ptr %118, align 4
  %119 = add nuw i64 %114, 1
  %120 = icmp eq i64 %119, %28
  br i1 %120, label %112, label %113
}

declare i64 @llvm.ctpop.i64(i64) #1

define internal fastcc void @enter_node(ptr nocapture noundef %0, i64 noundef %1, i64 noundef %2, i64 noundef %3, i64 noundef %4) unnamed_addr #0 {
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 104
  %7 = load i64, ptr %6, align 8
  %8 = add i64 %7, 1
  store i64 %8, ptr %6, align 8
  %9 = trunc i64 %1 to i32
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 136
  %11 = load ptr, ptr %10, align 8
  %12 = getelementptr inbounds nuw i32, ptr %11, i64 %7
  store i32 %9, ptr %12, align 4
  %13 = trunc i64 %2 to i32
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 144
  %15 = load ptr, ptr %14, align 8
  %16 = getelementptr inbounds nuw i32, ptr %15, i64 %7
  store i32 %13, ptr %16, align 4
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 168
  %18 = load ptr, ptr %17, align 8
  %19 = getelementptr inbounds nuw i64, ptr %18, i64 %7
  store i64 %3, ptr %19, align 8
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 176
  %21 = load ptr, ptr %20, align 8
  %22 = getelementptr inbounds nuw i64, ptr %21, i64 %7
  store i64 %4, ptr %22, align 8
  %23 = icmp eq i64 %7, 0
  %24 = getelementptr inbounds nuw i8, ptr %0, i64 160
  %25 = load ptr, ptr %24, align 8
  br i1 %23, label %30, label %26

26:
  %27 = getelementptr inbounds nuw i16, ptr %25, i64 %2
  %28 = load i16, ptr %27, align 2
  %29 = add i16 %28, 1
  br label %30

30:
  %31 = phi i16 [ %29, %26 ], [ 0, %5 ]
  %32 = getelementptr inbounds nuw i16, ptr %25, i64 %7
  store i16 %31, ptr %32, align 2
  %33 = getelementptr inbounds nuw i8, ptr %0, i64 184
  %34 = load ptr, ptr %33, align 8
  %35 = getelementptr inbounds nuw i32, ptr %34, i64 %1
  %36 = load i32, ptr %35, align 4
  %37 = getelementptr inbounds nuw i8, ptr %0, i64 152
  %38 = load ptr, ptr %37, align 8
  %39 = getelementptr inbounds nuw i32, ptr %38, i64 %7
  store i32 %36, ptr %39, align 4
  %40 = trunc i64 %7 to i32
  %41 = add i32 %40, 1
  %42 = load ptr, ptr %33, align 8
  %43 = getelementptr inbounds nuw i32, ptr %42, i64 %1
  store i32 %41, ptr %43, align 4
  %44 = getelementptr inbounds nuw i8, ptr %0, i64 192
  %45 = load ptr, ptr %44, align 8
  %46 = mul i64 %1, -7046029254386353131
  %47 = xor i64 %3, %46
  %48 = mul i64 %47, -4417276706812531889
  %49 = lshr i64 %48, 32
  %50 = xor i64 %4, %49
  %51 = xor i64 %50, %48
  %52 = mul i64 %51, 1609587929392839161
  %53 = lshr i64 %52, 29
  %54 = xor i64 %53, %52
  %55 = getelementptr inbounds nuw i8, ptr %0, i64 200
  %56 = load i64, ptr %55, align 8
  %57 = add i64 %56, -1
  %58 = and i64 %57, %54
  %59 = getelementptr inbounds nuw i32, ptr %45, i64 %58
  %60 = load i32, ptr %59, align 4
  %61 = icmp eq i32 %60, 0
  br i1 %61, label %89, label %62

62:
  %63 = load ptr, ptr %10, align 8
  br label %64

64:
  %65 = phi i32 [ %60, %62 ], [ %87, %83 ]
  %66 = phi i64 [ %58, %62 ], [ %85, %83 ]
  %67 = add i32 %65, -1
  %68 = zext i32 %67 to i64
  %69 = getelementptr inbounds nuw i32, ptr %63, i64 %68
  %70 = load i32, ptr %69, align 4
  %71 = zext i32 %70 to i64
  %72 = icmp eq i64 %1, %71
  br i1 %72, label %73, label %83

73:
  %74 = load ptr, ptr %17, align 8
  %75 = getelementptr inbounds nuw i64, ptr %74, i64 %68
  %76 = load i64, ptr %75, align 8
  %77 = icmp eq i64 %76, %3
  br i1 %77, label %78, label %83

78:
  %79 = load ptr, ptr %20, align 8
  %80 = getelementptr inbounds nuw i64, ptr %79, i64 %68
  %81 = load i64, ptr %80, align 8
  %82 = icmp eq i64 %81, %4
  br i1 %82, label %89, label %83

83:
  %84 = add i64 %66, 1
  %85 = and i64 %84, %57
  %86 = getelementptr inbounds nuw i32, ptr %45, i64 %85
  %87 = load i32, ptr %86, align 4
  %88 = icmp eq i32 %87, 0
  br i1 %88, label %89, label %64

89:
  %90 = phi i64 [ %58, %30 ], [ %85, %83 ], [ %66, %78 ]
  %91 = getelementptr inbounds nuw i32, ptr %45, i64 %90
  store i32 %41, ptr %91, align 4
  %92 = load i64, ptr %6, align 8
  %93 = shl i64 %92, 1
  %94 = load i64, ptr %55, align 8
  %95 = icmp ugt i64 %93, %94
  br i1 %95, label %96, label %169

96:
  %97 = shl i64 %94, 1
  store i64 %97, ptr %55, align 8
  %98 = icmp eq i64 %97, 0
  br i1 %98, label %108, label %99

99:
  %100 = phi i64 [ %103, %99 ], [ 0, %96 ]
  %101 = load ptr, ptr %44, align 8
  %102 = getelementptr inbounds nuw i32, ptr %101, i64 %100
  store i32 0, ptr %102, align 4
  %103 = add nuw i64 %100, 1
  %104 = load i64, ptr %55, align 8
  %105 = icmp ult i64 %103, %104
  br i1 %105, label %99, label %106

106:
  %107 = load i64, ptr %6, align 8
  br label %108

108:
  %109 = phi i64 [ %107, %106 ], [ %92, %96 ]
  %110 = icmp eq i64 %109, 0
  br i1 %110, label %169, label %111

111:
  %112 = phi i64 [ %166, %163 ], [ 0, %108 ]
  %113 = trunc i64 %112 to i32
  %114 = add i32 %113, 1
  %115 = load ptr, ptr %44, align 8
  %116 = load ptr, ptr %10, align 8
  %117 = getelementptr inbounds nuw i32, ptr %116, i64 %112
  %118 = load i32, ptr %117, align 4
  %119 = zext i32 %118 to i64
  %120 = load ptr, ptr %17, align 8
  %121 = getelementptr inbounds nuw i64, ptr %120, i64 %112
  %122 = load i64, ptr %121, align 8
  %123 = load ptr, ptr %20, align 8
  %124 = getelementptr inbounds nuw i64, ptr %123, i64 %112
  %125 = load i64, ptr %124, align 8
  %126 = mul i64 %119, -7046029254386353131
  %127 = xor i64 %126, %122
  %128 = mul i64 %127, -4417276706812531889
  %129 = lshr i64 %128, 32
  %130 = xor i64 %125, %129
  %131 = xor i64 %130, %128
  %132 = mul i64 %131, 1609587929392839161
  %133 = lshr i64 %132, 29
  %134 = xor i64 %133, %132
  %135 = load i64, ptr %55, align 8
  %136 = add i64 %135, -1
  %137 = and i64 %134, %136
  %138 = getelementptr inbounds nuw i32, ptr %115, i64 %137
  %139 = load i32, ptr %138, align 4
  %140 = icmp eq i32 %139, 0
  br i1 %140, label %163, label %141

141:
  %142 = phi i32 [ %161, %157 ], [ %139, %111 ]
  %143 = phi i64 [ %159, %157 ], [ %137, %111 ]
  %144 = add i32 %142, -1
  %145 = zext i32 %144 to i64
  %146 = getelementptr inbounds nuw i32, ptr %116, i64 %145
  %147 = load i32, ptr %146, align 4
  %148 = icmp eq i32 %118, %147
  br i1 %148, label %149, label %157

149:
  %150 = getelementptr inbounds nuw i64, ptr %120, i64 %145
  %151 = load i64, ptr %150, align 8
  %152 = icmp eq i64 %151, %122
  br i1 %152, label %153, label %157

153:
  %154 = getelementptr inbounds nuw i64, ptr %123, i64 %145
  %155 = load i64, ptr %154, align 8
  %156 = icmp eq i64 %155, %125
  br i1 %156, label %163, label %157

157:
  %158 = add i64 %143, 1
  %159 = and i64 %158, %136
  %160 = getelementptr inbounds nuw i32, ptr %115, i64 %159
  %161 = load i32, ptr %160, align 4
  %162 = icmp eq i32 %161, 0
  br i1 %162, label %163, label %141

163:
  %164 = phi i64 [ %137, %111 ], [ %143, %153 ], [ %159, %157 ]
  %165 = getelementptr inbounds nuw i32, ptr %115, i64 %164
  store i32 %114, ptr %165, align 4
  %166 = add nuw i64 %112, 1
  %167 = load i64, ptr %6, align 8
  %168 = icmp ult i64 %166, %167
  br i1 %168, label %111, label %169

169:
  ret void
}

declare i64 @llvm.umax.i64(i64, i64) #2

declare i64 @llvm.umin.i64(i64, i64) #2

attributes #0 = { nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none) }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
