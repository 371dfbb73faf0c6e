; Generated from attempt.c by `make runtime`: change that file, not this one.
; SHA-256 of attempt.c: c89b1c1ac33e906b94daee31eab301fee3e8d88308ec9177e0b2fa971c22f7ed
define i64 @attempt(ptr nocapture noundef readonly %0, i64 noundef %1) local_unnamed_addr #0 {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %4 = load ptr, ptr %3, align 8
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %6 = load ptr, ptr %5, align 8
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %8 = load i64, ptr %7, align 8
  %9 = icmp eq i64 %8, 0
  br i1 %9, label %17, label %10

10:
  %11 = phi i64 [ %15, %10 ], [ 0, %2 ]
  %12 = getelementptr inbounds nuw i64, ptr %6, i64 %11
  %13 = load i64, ptr %12, align 8
  %14 = getelementptr inbounds nuw i64, ptr %4, i64 %11
  store i64 %13, ptr %14, align 8
  %15 = add nuw i64 %11, 1
  %16 = icmp eq i64 %15, %8
  br i1 %16, label %17, label %10

17:
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %19 = load ptr, ptr %18, align 8
  %20 = load ptr, ptr %0, align 8
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %22 = load ptr, ptr %21, align 8
  tail call void %19(ptr noundef %20, ptr noundef %22, i64 noundef 0, i64 noundef 1) #1
  %23 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %24 = load ptr, ptr %23, align 8
  %25 = load i64, ptr %24, align 8
  %26 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %27 = load i64, ptr %26, align 8
  %28 = and i64 %27, %25
  %29 = icmp eq i64 %28, 0
  br i1 %29, label %30, label %165

30:
  %31 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %32 = load ptr, ptr %31, align 8
  %33 = load ptr, ptr %0, align 8
  %34 = load ptr, ptr %21, align 8
  %35 = tail call i64 %32(ptr noundef %33, ptr noundef %34, i64 noundef 0, i64 noundef 1) #1
  %36 = icmp eq i64 %1, 0
  br i1 %36, label %165, label %37

37:
  %38 = getelementptr inbounds nuw i8, ptr %0, i64 136
  %39 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %40 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %41 = getelementptr inbounds nuw i8, ptr %0, i64 96
  %42 = getelementptr inbounds nuw i8, ptr %0, i64 104
  %43 = getelementptr inbounds nuw i8, ptr %0, i64 112
  %44 = getelementptr inbounds nuw i8, ptr %0, i64 120
  %45 = getelementptr inbounds nuw i8, ptr %0, i64 128
  %46 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %47 = getelementptr inbounds nuw i8, ptr %0, i64 144
  br label %48

48:
  %49 = phi i64 [ 0, %37 ], [ %163, %160 ]
  %50 = phi i64 [ %35, %37 ], [ %162, %160 ]
  %51 = phi i64 [ 0, %37 ], [ %161, %160 ]
  %52 = load ptr, ptr %38, align 8
  %53 = getelementptr inbounds nuw i64, ptr %52, i64 %49
  %54 = load i64, ptr %53, align 8
  %55 = load ptr, ptr %39, align 8
  %56 = getelementptr inbounds nuw i64, ptr %55, i64 %54
  %57 = load i64, ptr %56, align 8
  %58 = getelementptr i8, ptr %56, i64 8
  %59 = load i64, ptr %58, align 8
  %60 = icmp ult i64 %57, %59
  br i1 %60, label %61, label %160

61:
  %62 = icmp eq i64 %50, 0
  br label %63

63:
  %64 = phi i64 [ %57, %61 ], [ %110, %109 ]
  br i1 %62, label %109, label %65

65:
  %66 = load ptr, ptr %40, align 8
  %67 = load ptr, ptr %41, align 8
  %68 = getelementptr inbounds nuw i64, ptr %67, i64 %64
  %69 = load i64, ptr %68, align 8
  br label %70

70:
  %71 = phi i64 [ 0, %65 ], [ %107, %106 ]
  %72 = getelementptr inbounds nuw i16, ptr %66, i64 %71
  %73 = load i16, ptr %72, align 2
  %74 = zext i16 %73 to i64
  %75 = icmp eq i64 %69, %74
  br i1 %75, label %76, label %106

76:
  %77 = load ptr, ptr %42, align 8
  %78 = getelementptr inbounds nuw i64, ptr %77, i64 %64
  %79 = load i64, ptr %78, align 8
  %80 = getelementptr i8, ptr %78, i64 8
  %81 = load i64, ptr %80, align 8
  %82 = icmp ult i64 %79, %81
  br i1 %82, label %83, label %103

83:
  %84 = load ptr, ptr %3, align 8
  %85 = load ptr, ptr %43, align 8
  %86 = load ptr, ptr %44, align 8
  %87 = load ptr, ptr %45, align 8
  br label %88

88:
  %89 = phi i64 [ %79, %83 ], [ %101, %100 ]
  %90 = getelementptr inbounds nuw i64, ptr %85, i64 %89
  %91 = load i64, ptr %90, align 8
  %92 = getelementptr inbounds nuw i64, ptr %84, i64 %91
  %93 = load i64, ptr %92, align 8
  %94 = getelementptr inbounds nuw i64, ptr %86, i64 %89
  %95 = load i64, ptr %94, align 8
  %96 = and i64 %95, %93
  %97 = getelementptr inbounds nuw i64, ptr %87, i64 %89
  %98 = load i64, ptr %97, align 8
  %99 = icmp eq i64 %96, %98
  br i1 %99, label %100, label %103

100:
  %101 = add i64 %89, 1
  %102 = icmp eq i64 %101, %81
  br i1 %102, label %112, label %88

103:
  %104 = phi i64 [ %79, %76 ], [ %89, %88 ]
  %105 = icmp eq i64 %104, %81
  br i1 %105, label %112, label %106

106:
  %107 = add nuw i64 %71, 1
  %108 = icmp eq i64 %107, %50
  br i1 %108, label %109, label %70

109:
  %110 = add nuw i64 %64, 1
  %111 = icmp eq i64 %110, %59
  br i1 %111, label %160, label %63

112:
  %113 = load ptr, ptr %46, align 8
  %114 = load i64, ptr %7, align 8
  %115 = mul i64 %114, %71
  %116 = getelementptr inbounds nuw i64, ptr %113, i64 %115
  %117 = icmp eq ptr %113, null
  br i1 %117, label %160, label %118

118:
  %119 = load ptr, ptr %3, align 8
  %120 = icmp eq i64 %114, 0
  br i1 %120, label %160, label %121

121:
  %122 = phi i64 [ %130, %121 ], [ 0, %118 ]
  %123 = phi i64 [ %129, %121 ], [ 0, %118 ]
  %124 = getelementptr inbounds nuw i64, ptr %116, i64 %122
  %125 = load i64, ptr %124, align 8
  %126 = getelementptr inbounds nuw i64, ptr %119, i64 %122
  %127 = load i64, ptr %126, align 8
  %128 = xor i64 %127, %125
  %129 = or i64 %128, %123
  %130 = add nuw i64 %122, 1
  %131 = icmp eq i64 %130, %114
  br i1 %131, label %132, label %121

132:
  %133 = icmp eq i64 %129, 0
  br i1 %133, label %160, label %134

134:
  %135 = phi i64 [ %139, %134 ], [ 0, %132 ]
  %136 = getelementptr inbounds nuw i64, ptr %116, i64 %135
  %137 = load i64, ptr %136, align 8
  %138 = getelementptr inbounds nuw i64, ptr %119, i64 %135
  store i64 %137, ptr %138, align 8
  %139 = add nuw i64 %135, 1
  %140 = icmp eq i64 %139, %114
  br i1 %140, label %141, label %134

141:
  %142 = load ptr, ptr %47, align 8
  %143 = getelementptr inbounds nuw i64, ptr %142, i64 %51
  store i64 %49, ptr %143, align 8
  %144 = load ptr, ptr %18, align 8
  %145 = load ptr, ptr %0, align 8
  %146 = load ptr, ptr %21, align 8
  tail call void %144(ptr noundef %145, ptr noundef %146, i64 noundef 0, i64 noundef 1) #1
  %147 = load ptr, ptr %23, align 8
  %148 = load i64, ptr %147, align 8
  %149 = load i64, ptr %26, align 8
  %150 = and i64 %149, %148
  %151 = icmp eq i64 %150, 0
  br i1 %151, label %152, label %158

152:
  %153 = add i64 %51, 1
  %154 = load ptr, ptr %31, align 8
  %155 = load ptr, ptr %0, align 8
  %156 = load ptr, ptr %21, align 8
  %157 = tail call i64 %154(ptr noundef %155, ptr noundef %156, i64 noundef 0, i64 noundef 1) #1
  br label %160

158:
  %159 = add i64 %51, 2
  br label %165

160:
  %161 = phi i64 [ %51, %112 ], [ %51, %132 ], [ %153, %152 ], [ %51, %48 ], [ %51, %118 ], [ %51, %109 ]
  %162 = phi i64 [ %50, %112 ], [ %50, %132 ], [ %157, %152 ], [ %50, %48 ], [ %50, %118 ], [ %50, %109 ]
  %163 = add nuw i64 %49, 1
  %164 = icmp eq i64 %163, %1
  br i1 %164, label %165, label %48

165:
  %166 = phi i64 [ 1, %17 ], [ %159, %158 ], [ 0, %30 ], [ 0, %160 ]
  ret i64 %166
}

attributes #0 = { nounwind }
attributes #1 = { nounwind }
