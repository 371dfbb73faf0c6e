; Generated from shrinking.c by `make runtime`: change that file, not this one.
; SHA-256 of shrinking.c: 358b9da9d6ba1dba4812f7041d2d5bb1c664a044936ee0ffb21ceb5cd7728a46
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
  %25 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %26 = load i64, ptr %25, align 8
  %27 = getelementptr inbounds nuw i64, ptr %24, i64 %26
  %28 = load i64, ptr %27, align 8
  %29 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %30 = load i64, ptr %29, align 8
  %31 = and i64 %30, %28
  %32 = icmp eq i64 %31, 0
  br i1 %32, label %33, label %170

33:
  %34 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %35 = load ptr, ptr %34, align 8
  %36 = load ptr, ptr %0, align 8
  %37 = load ptr, ptr %21, align 8
  %38 = tail call i64 %35(ptr noundef %36, ptr noundef %37, i64 noundef 0, i64 noundef 1) #1
  %39 = icmp eq i64 %1, 0
  br i1 %39, label %170, label %40

40:
  %41 = getelementptr inbounds nuw i8, ptr %0, i64 144
  %42 = getelementptr inbounds nuw i8, ptr %0, i64 96
  %43 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %44 = getelementptr inbounds nuw i8, ptr %0, i64 104
  %45 = getelementptr inbounds nuw i8, ptr %0, i64 112
  %46 = getelementptr inbounds nuw i8, ptr %0, i64 120
  %47 = getelementptr inbounds nuw i8, ptr %0, i64 128
  %48 = getelementptr inbounds nuw i8, ptr %0, i64 136
  %49 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %50 = getelementptr inbounds nuw i8, ptr %0, i64 152
  br label %51

51:
  %52 = phi i64 [ 0, %40 ], [ %168, %165 ]
  %53 = phi i64 [ %38, %40 ], [ %167, %165 ]
  %54 = phi i64 [ 0, %40 ], [ %166, %165 ]
  %55 = load ptr, ptr %41, align 8
  %56 = getelementptr inbounds nuw i64, ptr %55, i64 %52
  %57 = load i64, ptr %56, align 8
  %58 = load ptr, ptr %42, align 8
  %59 = getelementptr inbounds nuw i64, ptr %58, i64 %57
  %60 = load i64, ptr %59, align 8
  %61 = getelementptr i8, ptr %59, i64 8
  %62 = load i64, ptr %61, align 8
  %63 = icmp ult i64 %60, %62
  br i1 %63, label %64, label %165

64:
  %65 = icmp eq i64 %53, 0
  br label %66

66:
  %67 = phi i64 [ %60, %64 ], [ %113, %112 ]
  br i1 %65, label %112, label %68

68:
  %69 = load ptr, ptr %43, align 8
  %70 = load ptr, ptr %44, align 8
  %71 = getelementptr inbounds nuw i64, ptr %70, i64 %67
  %72 = load i64, ptr %71, align 8
  br label %73

73:
  %74 = phi i64 [ 0, %68 ], [ %110, %109 ]
  %75 = getelementptr inbounds nuw i16, ptr %69, i64 %74
  %76 = load i16, ptr %75, align 2
  %77 = zext i16 %76 to i64
  %78 = icmp eq i64 %72, %77
  br i1 %78, label %79, label %109

79:
  %80 = load ptr, ptr %45, align 8
  %81 = getelementptr inbounds nuw i64, ptr %80, i64 %67
  %82 = load i64, ptr %81, align 8
  %83 = getelementptr i8, ptr %81, i64 8
  %84 = load i64, ptr %83, align 8
  %85 = icmp ult i64 %82, %84
  br i1 %85, label %86, label %106

86:
  %87 = load ptr, ptr %3, align 8
  %88 = load ptr, ptr %46, align 8
  %89 = load ptr, ptr %47, align 8
  %90 = load ptr, ptr %48, align 8
  br label %91

91:
  %92 = phi i64 [ %82, %86 ], [ %104, %103 ]
  %93 = getelementptr inbounds nuw i64, ptr %88, i64 %92
  %94 = load i64, ptr %93, align 8
  %95 = getelementptr inbounds nuw i64, ptr %87, i64 %94
  %96 = load i64, ptr %95, align 8
  %97 = getelementptr inbounds nuw i64, ptr %89, i64 %92
  %98 = load i64, ptr %97, align 8
  %99 = and i64 %98, %96
  %100 = getelementptr inbounds nuw i64, ptr %90, i64 %92
  %101 = load i64, ptr %100, align 8
  %102 = icmp eq i64 %99, %101
  br i1 %102, label %103, label %106

103:
  %104 = add i64 %92, 1
  %105 = icmp eq i64 %104, %84
  br i1 %105, label %115, label %91

106:
  %107 = phi i64 [ %82, %79 ], [ %92, %91 ]
  %108 = icmp eq i64 %107, %84
  br i1 %108, label %115, label %109

109:
  %110 = add nuw i64 %74, 1
  %111 = icmp eq i64 %110, %53
  br i1 %111, label %112, label %73

112:
  %113 = add nuw i64 %67, 1
  %114 = icmp eq i64 %113, %62
  br i1 %114, label %165, label %66

115:
  %116 = load ptr, ptr %49, align 8
  %117 = load i64, ptr %7, align 8
  %118 = mul i64 %117, %74
  %119 = getelementptr inbounds nuw i64, ptr %116, i64 %118
  %120 = icmp eq ptr %116, null
  br i1 %120, label %165, label %121

121:
  %122 = load ptr, ptr %3, align 8
  %123 = icmp eq i64 %117, 0
  br i1 %123, label %165, label %124

124:
  %125 = phi i64 [ %133, %124 ], [ 0, %121 ]
  %126 = phi i64 [ %132, %124 ], [ 0, %121 ]
  %127 = getelementptr inbounds nuw i64, ptr %119, i64 %125
  %128 = load i64, ptr %127, align 8
  %129 = getelementptr inbounds nuw i64, ptr %122, i64 %125
  %130 = load i64, ptr %129, align 8
  %131 = xor i64 %130, %128
  %132 = or i64 %131, %126
  %133 = add nuw i64 %125, 1
  %134 = icmp eq i64 %133, %117
  br i1 %134, label %135, label %124

135:
  %136 = icmp eq i64 %132, 0
  br i1 %136, label %165, label %137

137:
  %138 = phi i64 [ %142, %137 ], [ 0, %135 ]
  %139 = getelementptr inbounds nuw i64, ptr %119, i64 %138
  %140 = load i64, ptr %139, align 8
  %141 = getelementptr inbounds nuw i64, ptr %122, i64 %138
  store i64 %140, ptr %141, align 8
  %142 = add nuw i64 %138, 1
  %143 = icmp eq i64 %142, %117
  br i1 %143, label %144, label %137

144:
  %145 = load ptr, ptr %50, align 8
  %146 = getelementptr inbounds nuw i64, ptr %145, i64 %54
  store i64 %52, ptr %146, align 8
  %147 = load ptr, ptr %18, align 8
  %148 = load ptr, ptr %0, align 8
  %149 = load ptr, ptr %21, align 8
  tail call void %147(ptr noundef %148, ptr noundef %149, i64 noundef 0, i64 noundef 1) #1
  %150 = load ptr, ptr %23, align 8
  %151 = load i64, ptr %25, align 8
  %152 = getelementptr inbounds nuw i64, ptr %150, i64 %151
  %153 = load i64, ptr %152, align 8
  %154 = load i64, ptr %29, align 8
  %155 = and i64 %154, %153
  %156 = icmp eq i64 %155, 0
  br i1 %156, label %157, label %163

157:
  %158 = add i64 %54, 1
  %159 = load ptr, ptr %34, align 8
  %160 = load ptr, ptr %0, align 8
  %161 = load ptr, ptr %21, align 8
  %162 = tail call i64 %159(ptr noundef %160, ptr noundef %161, i64 noundef 0, i64 noundef 1) #1
  br label %165

163:
  %164 = add i64 %54, 2
  br label %170

165:
  %166 = phi i64 [ %54, %115 ], [ %54, %135 ], [ %158, %157 ], [ %54, %51 ], [ %54, %121 ], [ %54, %112 ]
  %167 = phi i64 [ %53, %115 ], [ %53, %135 ], [ %162, %157 ], [ %53, %51 ], [ %53, %121 ], [ %53, %112 ]
  %168 = add nuw i64 %52, 1
  %169 = icmp eq i64 %168, %1
  br i1 %169, label %170, label %51

170:
  %171 = phi i64 [ 1, %17 ], [ %164, %163 ], [ 0, %33 ], [ 0, %165 ]
  ret i64 %171
}

attributes #0 = { nounwind }
attributes #1 = { nounwind }
