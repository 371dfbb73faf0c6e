; Generated from kernels.c by `make runtime`: change that file, not this one.
; SHA-256 of kernels.c: 3d6671d646b7ed5071c0f7c06b054b58150474261ce072477abdc0acf4ce6a1a
%struct.search = type { ptr addrspace(1), i64, ptr addrspace(1), i64, ptr addrspace(1), i64, i64, i64, i64, i64, ptr addrspace(1), ptr addrspace(1), ptr addrspace(1), ptr addrspace(1), i64, ptr addrspace(1), i64 }

define i64 @reference(ptr nocapture noundef readonly %0, i64 noundef %1, ptr nocapture noundef readonly %2, ptr nocapture noundef %3) local_unnamed_addr #0 {
  %5 = load i64, ptr %2, align 8
  %6 = icmp eq i64 %1, %5
  br i1 %6, label %7, label %10

7:
  %8 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %9 = load i64, ptr %8, align 8
  br label %74

10:
  %11 = load ptr addrspace(1), ptr %0, align 8
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %13 = load i64, ptr %12, align 8
  %14 = icmp eq i64 %1, -1
  br i1 %14, label %15, label %23

15:
  %16 = getelementptr inbounds nuw i64, ptr addrspace(1) %11, i64 %13
  %17 = getelementptr inbounds nuw i8, ptr addrspace(1) %16, i64 8
  %18 = cmpxchg ptr addrspace(1) %17, i64 -1, i64 0 syncscope("device") monotonic monotonic, align 8
  %19 = extractvalue { i64, i1 } %18, 1
  %20 = zext i1 %19 to i64
  %21 = load i64, ptr %3, align 8
  %22 = add i64 %21, %20
  store i64 %22, ptr %3, align 8
  br label %67

23:
  %24 = icmp eq i64 %13, 0
  br i1 %24, label %67, label %25

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
  br label %42

39:
  %40 = add i64 %43, -1
  %41 = icmp eq i64 %40, 0
  br i1 %41, label %67, label %42

42:
  %43 = phi i64 [ %40, %39 ], [ %13, %25 ]
  %44 = phi i64 [ %65, %39 ], [ %38, %25 ]
  %45 = phi i64 [ %64, %39 ], [ undef, %25 ]
  %46 = getelementptr inbounds nuw i64, ptr addrspace(1) %11, i64 %44
  %47 = load atomic i64, ptr addrspace(1) %46 syncscope("device") monotonic, align 8
  %48 = icmp eq i64 %47, -1
  br i1 %48, label %49, label %56

49:
  %50 = cmpxchg ptr addrspace(1) %46, i64 -1, i64 %1 syncscope("device") monotonic monotonic, align 8
  %51 = extractvalue { i64, i1 } %50, 0
  %52 = extractvalue { i64, i1 } %50, 1
  br i1 %52, label %53, label %56

53:
  %54 = load i64, ptr %3, align 8
  %55 = add i64 %54, 1
  store i64 %55, ptr %3, align 8
  br label %63

56:
  %57 = phi i64 [ %51, %49 ], [ %47, %42 ]
  %58 = icmp eq i64 %57, %1
  br i1 %58, label %63, label %59

59:
  %60 = add i64 %44, 1
  %61 = icmp eq i64 %60, %13
  %62 = select i1 %61, i64 0, i64 %60
  br label %63

63:
  %64 = phi i64 [ %44, %53 ], [ %45, %59 ], [ %44, %56 ]
  %65 = phi i64 [ %44, %53 ], [ %62, %59 ], [ %44, %56 ]
  %66 = phi i1 [ false, %53 ], [ true, %59 ], [ false, %56 ]
  br i1 %66, label %39, label %67

67:
  %68 = phi i64 [ %13, %15 ], [ -1, %23 ], [ -1, %39 ], [ %64, %63 ]
  %69 = icmp eq i64 %68, -1
  %70 = zext i1 %69 to i64
  %71 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %72 = load i64, ptr %71, align 8
  %73 = or i64 %72, %70
  store i64 %73, ptr %71, align 8
  br label %74

74:
  %75 = phi i64 [ %9, %7 ], [ %68, %67 ]
  ret i64 %75
}

declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #1

declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #1

define void @enter(ptr addrspace(1) nocapture noundef %0, i64 noundef %1, i64 noundef %2, i64 noundef %3, ptr addrspace(1) nocapture noundef readnone %4, ptr nocapture noundef readnone %5, ptr nocapture noundef readonly %6) local_unnamed_addr #2 {
  %8 = alloca %struct.search, align 8
  %9 = alloca [2 x i64], align 8
  call void @llvm.lifetime.start.p0(i64 136, ptr nonnull %8) #10
  call void @llvm.memcpy.p0.p1.i64(ptr noundef nonnull align 8 dereferenceable(136) %8, ptr addrspace(1) noundef align 8 dereferenceable(136) %0, i64 136, i1 false)
  %10 = tail call range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %11 = tail call range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %9) #10
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %9, i8 0, i64 16, i1 false)
  %12 = load i64, ptr @WORDS, align 8
  %13 = icmp eq i64 %12, 0
  br i1 %13, label %17, label %14

14:
  %15 = getelementptr inbounds nuw i8, ptr %8, i64 96
  %16 = load ptr addrspace(1), ptr %15, align 8
  br label %24

17:
  %18 = load i64, ptr @NODES, align 8
  %19 = icmp eq i64 %18, 0
  br i1 %19, label %32, label %20

20:
  %21 = getelementptr inbounds nuw i8, ptr %6, i64 8
  %22 = getelementptr inbounds nuw i8, ptr %8, i64 8
  %23 = load i64, ptr %22, align 8
  br label %151

24:
  %25 = phi i64 [ 0, %14 ], [ %30, %24 ]
  %26 = getelementptr inbounds nuw i64, ptr addrspace(1) %16, i64 %25
  %27 = load i64, ptr addrspace(1) %26, align 8
  %28 = load ptr, ptr %6, align 8
  %29 = getelementptr inbounds nuw i64, ptr %28, i64 %25
  store i64 %27, ptr %29, align 8
  %30 = add nuw i64 %25, 1
  %31 = icmp eq i64 %30, %12
  br i1 %31, label %17, label %24

32:
  %33 = or i32 %10, %11
  %34 = icmp eq i32 %33, 0
  br i1 %34, label %35, label %112

35:
  %36 = getelementptr inbounds nuw i8, ptr %6, i64 8
  %37 = load ptr, ptr %36, align 8
  %38 = load ptr, ptr %6, align 8
  %39 = call i64 @key_of(ptr noundef nonnull %8, ptr noundef %38, ptr noundef %37, ptr noundef nonnull %9) #11
  %40 = getelementptr inbounds nuw i8, ptr %9, i64 8
  %41 = load i64, ptr %40, align 8
  %42 = icmp eq i64 %41, 0
  br i1 %42, label %43, label %104

43:
  %44 = getelementptr inbounds nuw i8, ptr %8, i64 16
  %45 = load ptr addrspace(1), ptr %44, align 8
  %46 = getelementptr inbounds nuw i8, ptr %8, i64 24
  %47 = load i64, ptr %46, align 8
  %48 = icmp eq i64 %39, -1
  br i1 %48, label %49, label %55

49:
  %50 = getelementptr inbounds nuw i64, ptr addrspace(1) %45, i64 %47
  %51 = getelementptr inbounds nuw i8, ptr addrspace(1) %50, i64 8
  %52 = cmpxchg ptr addrspace(1) %51, i64 -1, i64 0 syncscope("device") monotonic monotonic, align 8
  %53 = extractvalue { i64, i1 } %52, 1
  %54 = zext i1 %53 to i64
  br label %100

55:
  %56 = icmp eq i64 %47, 0
  br i1 %56, label %100, label %57

57:
  %58 = zext i64 %47 to i128
  %59 = lshr i64 %39, 33
  %60 = xor i64 %59, %39
  %61 = mul i64 %60, -49064778989728563
  %62 = lshr i64 %61, 33
  %63 = xor i64 %62, %61
  %64 = mul i64 %63, -4265267296055464877
  %65 = lshr i64 %64, 33
  %66 = xor i64 %65, %64
  %67 = zext i64 %66 to i128
  %68 = mul nuw i128 %58, %67
  %69 = lshr i128 %68, 64
  %70 = trunc nuw i128 %69 to i64
  br label %74

71:
  %72 = add i64 %75, -1
  %73 = icmp eq i64 %72, 0
  br i1 %73, label %100, label %74

74:
  %75 = phi i64 [ %72, %71 ], [ %47, %57 ]
  %76 = phi i64 [ %98, %71 ], [ %70, %57 ]
  %77 = phi i64 [ %97, %71 ], [ undef, %57 ]
  %78 = phi i64 [ %96, %71 ], [ 0, %57 ]
  %79 = getelementptr inbounds nuw i64, ptr addrspace(1) %45, i64 %76
  %80 = load atomic i64, ptr addrspace(1) %79 syncscope("device") monotonic, align 8
  %81 = icmp eq i64 %80, -1
  br i1 %81, label %82, label %88

82:
  %83 = cmpxchg ptr addrspace(1) %79, i64 -1, i64 %39 syncscope("device") monotonic monotonic, align 8
  %84 = extractvalue { i64, i1 } %83, 0
  %85 = extractvalue { i64, i1 } %83, 1
  br i1 %85, label %86, label %88

86:
  %87 = add i64 %78, 1
  br label %95

88:
  %89 = phi i64 [ %84, %82 ], [ %80, %74 ]
  %90 = icmp eq i64 %89, %39
  br i1 %90, label %95, label %91

91:
  %92 = add i64 %76, 1
  %93 = icmp eq i64 %92, %47
  %94 = select i1 %93, i64 0, i64 %92
  br label %95

95:
  %96 = phi i64 [ %87, %86 ], [ %78, %88 ], [ %78, %91 ]
  %97 = phi i64 [ %76, %86 ], [ %76, %88 ], [ %77, %91 ]
  %98 = phi i64 [ %76, %86 ], [ %76, %88 ], [ %94, %91 ]
  %99 = phi i1 [ false, %86 ], [ false, %88 ], [ true, %91 ]
  br i1 %99, label %71, label %100

100:
  %101 = phi i64 [ %54, %49 ], [ 0, %55 ], [ %96, %71 ], [ %96, %95 ]
  %102 = phi i64 [ %47, %49 ], [ -1, %55 ], [ %97, %95 ], [ -1, %71 ]
  %103 = icmp eq i64 %102, -1
  br i1 %103, label %104, label %112

104:
  %105 = phi i64 [ %101, %100 ], [ 0, %35 ]
  %106 = getelementptr inbounds nuw i8, ptr addrspace(1) %0, i64 72
  %107 = load atomic i64, ptr addrspace(1) %106 syncscope("device") monotonic, align 8
  %108 = and i64 %107, 1
  %109 = icmp eq i64 %108, 0
  br i1 %109, label %110, label %112

110:
  %111 = atomicrmw or ptr addrspace(1) %106, i64 1 syncscope("device") monotonic, align 8
  br label %112

112:
  %113 = phi i64 [ %101, %100 ], [ 0, %32 ], [ %105, %104 ], [ %105, %110 ]
  %114 = phi i64 [ %39, %100 ], [ 0, %32 ], [ %39, %104 ], [ %39, %110 ]
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %115 = getelementptr inbounds nuw i8, ptr %8, i64 32
  %116 = load ptr addrspace(1), ptr %115, align 8
  %117 = icmp ne i64 %113, 0
  %118 = call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 %117)
  %119 = icmp eq i32 %118, 0
  br i1 %119, label %147, label %120

120:
  %121 = tail call range(i32 0, 32) i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %122 = icmp eq i32 %121, 0
  br i1 %122, label %123, label %128

123:
  %124 = call range(i32 1, 33) i32 @llvm.ctpop.i32(i32 %118)
  %125 = zext nneg i32 %124 to i64
  %126 = getelementptr inbounds nuw i8, ptr addrspace(1) %0, i64 40
  %127 = atomicrmw add ptr addrspace(1) %126, i64 %125 syncscope("device") monotonic, align 8
  br label %128

128:
  %129 = phi i64 [ 0, %120 ], [ %127, %123 ]
  %130 = trunc i64 %129 to i32
  %131 = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %130, i32 0, i32 31)
  %132 = lshr i64 %129, 32
  %133 = trunc nuw i64 %132 to i32
  %134 = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %133, i32 0, i32 31)
  br i1 %117, label %135, label %147

135:
  %136 = zext i32 %134 to i64
  %137 = shl nuw i64 %136, 32
  %138 = zext i32 %131 to i64
  %139 = or disjoint i64 %137, %138
  %140 = getelementptr i64, ptr addrspace(1) %116, i64 %139
  %141 = shl nsw i32 -1, %121
  %142 = xor i32 %141, -1
  %143 = and i32 %118, %142
  %144 = call range(i32 0, 32) i32 @llvm.ctpop.i32(i32 %143)
  %145 = zext nneg i32 %144 to i64
  %146 = getelementptr i64, ptr addrspace(1) %140, i64 %145
  store i64 %114, ptr addrspace(1) %146, align 8
  br label %147

147:
  %148 = getelementptr inbounds nuw i8, ptr addrspace(1) %0, i64 48
  %149 = load i64, ptr %9, align 8
  %150 = atomicrmw add ptr addrspace(1) %148, i64 %149 syncscope("device") monotonic, align 8
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %9) #10
  call void @llvm.lifetime.end.p0(i64 136, ptr nonnull %8) #10
  ret void

151:
  %152 = phi i64 [ 0, %20 ], [ %159, %151 ]
  %153 = load ptr, ptr %21, align 8
  %154 = shl i64 %152, 1
  %155 = getelementptr inbounds nuw i64, ptr %153, i64 %154
  store i64 -1, ptr %155, align 8
  %156 = load ptr, ptr %21, align 8
  %157 = or disjoint i64 %154, 1
  %158 = getelementptr inbounds nuw i64, ptr %156, i64 %157
  store i64 %23, ptr %158, align 8
  %159 = add nuw i64 %152, 1
  %160 = icmp eq i64 %159, %18
  br i1 %160, label %32, label %151
}

declare void @llvm.memcpy.p0.p1.i64(ptr noalias nocapture writeonly, ptr addrspace(1) noalias nocapture readonly, i64, i1 immarg) #3

declare void @llvm.memset.p0.i64(ptr nocapture writeonly, i8, i64, i1 immarg) #4

define void @explore(ptr addrspace(1) nocapture noundef %0, i64 noundef %1, i64 noundef %2, i64 noundef %3, ptr addrspace(1) nocapture noundef %4, ptr nocapture noundef readnone %5, ptr nocapture noundef readonly %6) local_unnamed_addr #2 {
  %8 = alloca %struct.search, align 8
  %9 = alloca [2 x i64], align 8
  %10 = alloca i64, align 8
  call void @llvm.lifetime.start.p0(i64 136, ptr nonnull %8) #10
  call void @llvm.memcpy.p0.p1.i64(ptr noundef nonnull align 8 dereferenceable(136) %8, ptr addrspace(1) noundef align 8 dereferenceable(136) %0, i64 136, i1 false)
  %11 = tail call range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %12 = zext nneg i32 %11 to i64
  %13 = tail call range(i32 1, -2147483648) i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %14 = zext nneg i32 %13 to i64
  %15 = tail call range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %16 = zext nneg i32 %15 to i64
  %17 = tail call range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %18 = zext nneg i32 %17 to i64
  %19 = mul nuw nsw i64 %14, %18
  %20 = mul nuw nsw i64 %12, %18
  %21 = getelementptr inbounds nuw i8, ptr %6, i64 40
  %22 = load ptr, ptr %21, align 8
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %9) #10
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %9, i8 0, i64 16, i1 false)
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %10) #10
  store i64 0, ptr %10, align 8
  %23 = getelementptr inbounds nuw i8, ptr %6, i64 16
  %24 = load ptr, ptr %23, align 8
  %25 = load i64, ptr @MASKS, align 8
  %26 = getelementptr inbounds nuw i64, ptr %24, i64 %25
  %27 = load i64, ptr @INSTANCES, align 8
  %28 = shl i64 %27, 1
  %29 = icmp ugt i64 %28, %16
  br i1 %29, label %32, label %30

30:
  %31 = icmp eq i64 %25, 0
  br i1 %31, label %37, label %68

32:
  %33 = phi i64 [ %35, %32 ], [ %16, %7 ]
  %34 = getelementptr inbounds nuw i32, ptr %22, i64 %33
  store i32 0, ptr %34, align 4
  %35 = add i64 %33, %18
  %36 = icmp ult i64 %35, %28
  br i1 %36, label %32, label %30

37:
  tail call void @llvm.nvvm.barrier0()
  %38 = xor i64 %1, -1
  %39 = add i64 %19, %38
  %40 = add i64 %39, %2
  %41 = icmp ugt i64 %19, %40
  br i1 %41, label %73, label %42

42:
  %43 = udiv i64 %40, %19
  %44 = add nuw nsw i64 %20, %16
  %45 = add i64 %44, %1
  %46 = getelementptr inbounds nuw i8, ptr %8, i64 8
  %47 = getelementptr inbounds nuw i8, ptr %8, i64 32
  %48 = getelementptr inbounds nuw i8, ptr %6, i64 8
  %49 = and i64 %3, 1
  %50 = icmp eq i64 %49, 0
  %51 = getelementptr inbounds nuw i8, ptr %8, i64 80
  %52 = and i64 %3, 2
  %53 = icmp eq i64 %52, 0
  %54 = getelementptr inbounds nuw i8, ptr %6, i64 32
  %55 = getelementptr inbounds nuw i8, ptr %6, i64 24
  %56 = load i64, ptr @WORDS, align 8
  %57 = getelementptr inbounds nuw i32, ptr %22, i64 %27
  %58 = getelementptr inbounds nuw i8, ptr %9, i64 8
  %59 = getelementptr inbounds nuw i8, ptr %8, i64 16
  %60 = getelementptr inbounds nuw i8, ptr %8, i64 24
  %61 = getelementptr inbounds nuw i8, ptr addrspace(1) %0, i64 72
  %62 = tail call range(i32 0, 32) i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %63 = icmp eq i32 %62, 0
  %64 = getelementptr inbounds nuw i8, ptr addrspace(1) %0, i64 40
  %65 = shl nsw i32 -1, %62
  %66 = xor i32 %65, -1
  %67 = tail call i64 @llvm.umax.i64(i64 %43, i64 1)
  br label %75

68:
  %69 = phi i64 [ %71, %68 ], [ 0, %30 ]
  %70 = getelementptr inbounds nuw i64, ptr %26, i64 %69
  store i64 0, ptr %70, align 8
  %71 = add nuw i64 %69, 1
  %72 = icmp eq i64 %71, %25
  br i1 %72, label %37, label %68

73:
  %74 = phi i64 [ 0, %37 ], [ %119, %125 ]
  call void @llvm.nvvm.barrier0()
  br i1 %29, label %246, label %243

75:
  %76 = phi i64 [ 0, %42 ], [ %119, %125 ]
  %77 = phi i64 [ 0, %42 ], [ %126, %125 ]
  %78 = mul i64 %77, %19
  %79 = add i64 %45, %78
  %80 = icmp ult i64 %79, %2
  br i1 %80, label %81, label %117

81:
  %82 = load ptr addrspace(1), ptr %8, align 8
  %83 = load i64, ptr %46, align 8
  %84 = load ptr addrspace(1), ptr %47, align 8
  %85 = getelementptr inbounds nuw i64, ptr addrspace(1) %84, i64 %79
  %86 = load i64, ptr addrspace(1) %85, align 8
  %87 = load ptr, ptr %6, align 8
  %88 = load ptr, ptr %48, align 8
  call void @recall(ptr addrspace(1) noundef %82, i64 noundef %83, i64 noundef %86, ptr noundef %87, ptr noundef %88) #11
  br i1 %50, label %108, label %89

89:
  %90 = load ptr, ptr %6, align 8
  call void @promises(ptr noundef %90, ptr noundef %24, ptr noundef %26) #11
  br i1 %31, label %108, label %91

91:
  %92 = phi i64 [ %106, %105 ], [ 0, %89 ]
  %93 = load ptr addrspace(1), ptr %51, align 8
  %94 = getelementptr inbounds nuw i64, ptr addrspace(1) %93, i64 %92
  %95 = getelementptr inbounds nuw i64, ptr %24, i64 %92
  %96 = load i64, ptr %95, align 8
  %97 = icmp eq i64 %96, 0
  br i1 %97, label %105, label %98

98:
  %99 = load atomic i64, ptr addrspace(1) %94 syncscope("device") monotonic, align 8
  %100 = xor i64 %99, -1
  %101 = and i64 %96, %100
  %102 = icmp eq i64 %101, 0
  br i1 %102, label %105, label %103

103:
  %104 = atomicrmw or ptr addrspace(1) %94, i64 %96 syncscope("device") monotonic, align 8
  br label %105

105:
  %106 = add nuw i64 %92, 1
  %107 = icmp eq i64 %106, %25
  br i1 %107, label %108, label %91

108:
  br i1 %53, label %114, label %109

109:
  %110 = load ptr, ptr %6, align 8
  %111 = load ptr, ptr %55, align 8
  %112 = load ptr, ptr %54, align 8
  %113 = call i64 @successors(ptr noundef %110, ptr noundef %111, ptr noundef %112, ptr noundef %22, ptr noundef nonnull %10) #11
  br label %114

114:
  %115 = phi i64 [ %113, %109 ], [ 0, %108 ]
  %116 = add i64 %115, %76
  br label %117

117:
  %118 = phi i64 [ %115, %114 ], [ 0, %75 ]
  %119 = phi i64 [ %116, %114 ], [ %76, %75 ]
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  br label %120

120:
  %121 = phi i64 [ 0, %117 ], [ %242, %241 ]
  %122 = icmp ult i64 %121, %118
  %123 = call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 %122)
  %124 = icmp eq i32 %123, 0
  br i1 %124, label %125, label %128

125:
  %126 = add nuw i64 %77, 1
  %127 = icmp eq i64 %126, %67
  br i1 %127, label %73, label %75

128:
  %129 = load ptr, ptr %55, align 8
  %130 = mul i64 %56, %121
  %131 = getelementptr inbounds nuw i64, ptr %129, i64 %130
  br i1 %122, label %132, label %212

132:
  %133 = load ptr, ptr %6, align 8
  %134 = call zeroext i1 @same(ptr noundef %131, ptr noundef %133) #11
  br i1 %134, label %212, label %135

135:
  %136 = load ptr, ptr %54, align 8
  %137 = getelementptr inbounds nuw i16, ptr %136, i64 %121
  %138 = load i16, ptr %137, align 2
  %139 = zext i16 %138 to i64
  %140 = getelementptr inbounds nuw i32, ptr %57, i64 %139
  %141 = atomicrmw add ptr %140, i32 1 syncscope("device") monotonic, align 4
  %142 = load ptr, ptr %48, align 8
  %143 = call i64 @key_of(ptr noundef nonnull %8, ptr noundef %131, ptr noundef %142, ptr noundef nonnull %9) #11
  %144 = load i64, ptr %58, align 8
  %145 = icmp eq i64 %144, 0
  br i1 %145, label %146, label %205

146:
  %147 = load ptr addrspace(1), ptr %59, align 8
  %148 = load i64, ptr %60, align 8
  %149 = icmp eq i64 %143, -1
  br i1 %149, label %150, label %156

150:
  %151 = getelementptr inbounds nuw i64, ptr addrspace(1) %147, i64 %148
  %152 = getelementptr inbounds nuw i8, ptr addrspace(1) %151, i64 8
  %153 = cmpxchg ptr addrspace(1) %152, i64 -1, i64 0 syncscope("device") monotonic monotonic, align 8
  %154 = extractvalue { i64, i1 } %153, 1
  %155 = zext i1 %154 to i64
  br label %201

156:
  %157 = icmp eq i64 %148, 0
  br i1 %157, label %201, label %158

158:
  %159 = zext i64 %148 to i128
  %160 = lshr i64 %143, 33
  %161 = xor i64 %160, %143
  %162 = mul i64 %161, -49064778989728563
  %163 = lshr i64 %162, 33
  %164 = xor i64 %163, %162
  %165 = mul i64 %164, -4265267296055464877
  %166 = lshr i64 %165, 33
  %167 = xor i64 %166, %165
  %168 = zext i64 %167 to i128
  %169 = mul nuw i128 %159, %168
  %170 = lshr i128 %169, 64
  %171 = trunc nuw i128 %170 to i64
  br label %175

172:
  %173 = add i64 %176, -1
  %174 = icmp eq i64 %173, 0
  br i1 %174, label %201, label %175

175:
  %176 = phi i64 [ %173, %172 ], [ %148, %158 ]
  %177 = phi i64 [ %199, %172 ], [ %171, %158 ]
  %178 = phi i64 [ %198, %172 ], [ undef, %158 ]
  %179 = phi i64 [ %197, %172 ], [ 0, %158 ]
  %180 = getelementptr inbounds nuw i64, ptr addrspace(1) %147, i64 %177
  %181 = load atomic i64, ptr addrspace(1) %180 syncscope("device") monotonic, align 8
  %182 = icmp eq i64 %181, -1
  br i1 %182, label %183, label %189

183:
  %184 = cmpxchg ptr addrspace(1) %180, i64 -1, i64 %143 syncscope("device") monotonic monotonic, align 8
  %185 = extractvalue { i64, i1 } %184, 0
  %186 = extractvalue { i64, i1 } %184, 1
  br i1 %186, label %187, label %189

187:
  %188 = add i64 %179, 1
  br label %196

189:
  %190 = phi i64 [ %185, %183 ], [ %181, %175 ]
  %191 = icmp eq i64 %190, %143
  br i1 %191, label %196, label %192

192:
  %193 = add i64 %177, 1
  %194 = icmp eq i64 %193, %148
  %195 = select i1 %194, i64 0, i64 %193
  br label %196

196:
  %197 = phi i64 [ %188, %187 ], [ %179, %189 ], [ %179, %192 ]
  %198 = phi i64 [ %177, %187 ], [ %177, %189 ], [ %178, %192 ]
  %199 = phi i64 [ %177, %187 ], [ %177, %189 ], [ %195, %192 ]
  %200 = phi i1 [ false, %187 ], [ false, %189 ], [ true, %192 ]
  br i1 %200, label %172, label %201

201:
  %202 = phi i64 [ %155, %150 ], [ 0, %156 ], [ %197, %172 ], [ %197, %196 ]
  %203 = phi i64 [ %148, %150 ], [ -1, %156 ], [ %198, %196 ], [ -1, %172 ]
  %204 = icmp eq i64 %203, -1
  br i1 %204, label %205, label %212

205:
  %206 = phi i64 [ %202, %201 ], [ 0, %135 ]
  %207 = load atomic i64, ptr addrspace(1) %61 syncscope("device") monotonic, align 8
  %208 = and i64 %207, 1
  %209 = icmp eq i64 %208, 0
  br i1 %209, label %210, label %212

210:
  %211 = atomicrmw or ptr addrspace(1) %61, i64 1 syncscope("device") monotonic, align 8
  br label %212

212:
  %213 = phi i64 [ %202, %201 ], [ %206, %205 ], [ %206, %210 ], [ 0, %132 ], [ 0, %128 ]
  %214 = phi i64 [ %143, %201 ], [ %143, %205 ], [ %143, %210 ], [ 0, %132 ], [ 0, %128 ]
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %215 = load ptr addrspace(1), ptr %47, align 8
  %216 = icmp ne i64 %213, 0
  %217 = call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 %216)
  %218 = icmp eq i32 %217, 0
  br i1 %218, label %241, label %219

219:
  br i1 %63, label %220, label %224

220:
  %221 = call range(i32 1, 33) i32 @llvm.ctpop.i32(i32 %217)
  %222 = zext nneg i32 %221 to i64
  %223 = atomicrmw add ptr addrspace(1) %64, i64 %222 syncscope("device") monotonic, align 8
  br label %224

224:
  %225 = phi i64 [ 0, %219 ], [ %223, %220 ]
  %226 = trunc i64 %225 to i32
  %227 = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %226, i32 0, i32 31)
  %228 = lshr i64 %225, 32
  %229 = trunc nuw i64 %228 to i32
  %230 = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %229, i32 0, i32 31)
  br i1 %216, label %231, label %241

231:
  %232 = zext i32 %230 to i64
  %233 = shl nuw i64 %232, 32
  %234 = zext i32 %227 to i64
  %235 = or disjoint i64 %233, %234
  %236 = getelementptr i64, ptr addrspace(1) %215, i64 %235
  %237 = and i32 %217, %66
  %238 = call range(i32 0, 32) i32 @llvm.ctpop.i32(i32 %237)
  %239 = zext nneg i32 %238 to i64
  %240 = getelementptr i64, ptr addrspace(1) %236, i64 %239
  store i64 %214, ptr addrspace(1) %240, align 8
  br label %241

241:
  %242 = add i64 %121, 1
  br label %120

243:
  br i1 %31, label %258, label %244

244:
  %245 = getelementptr inbounds nuw i8, ptr %8, i64 88
  br label %275

246:
  %247 = phi i64 [ %256, %255 ], [ %16, %73 ]
  %248 = getelementptr inbounds nuw i32, ptr %22, i64 %247
  %249 = load i32, ptr %248, align 4
  %250 = icmp eq i32 %249, 0
  br i1 %250, label %255, label %251

251:
  %252 = zext i32 %249 to i64
  %253 = getelementptr inbounds nuw i64, ptr addrspace(1) %4, i64 %247
  %254 = atomicrmw add ptr addrspace(1) %253, i64 %252 syncscope("device") monotonic, align 8
  br label %255

255:
  %256 = add i64 %247, %18
  %257 = icmp ult i64 %256, %28
  br i1 %257, label %246, label %243

258:
  %259 = getelementptr inbounds nuw i8, ptr addrspace(1) %0, i64 56
  %260 = atomicrmw add ptr addrspace(1) %259, i64 %74 syncscope("device") monotonic, align 8
  %261 = getelementptr inbounds nuw i8, ptr addrspace(1) %0, i64 48
  %262 = load i64, ptr %9, align 8
  %263 = atomicrmw add ptr addrspace(1) %261, i64 %262 syncscope("device") monotonic, align 8
  %264 = getelementptr inbounds nuw i8, ptr addrspace(1) %0, i64 64
  %265 = load i64, ptr %10, align 8
  %266 = icmp eq i64 %265, 0
  br i1 %266, label %274, label %267

267:
  %268 = load atomic i64, ptr addrspace(1) %264 syncscope("device") monotonic, align 8
  %269 = xor i64 %268, -1
  %270 = and i64 %265, %269
  %271 = icmp eq i64 %270, 0
  br i1 %271, label %274, label %272

272:
  %273 = atomicrmw or ptr addrspace(1) %264, i64 %265 syncscope("device") monotonic, align 8
  br label %274

274:
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %10) #10
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %9) #10
  call void @llvm.lifetime.end.p0(i64 136, ptr nonnull %8) #10
  ret void

275:
  %276 = phi i64 [ 0, %244 ], [ %290, %289 ]
  %277 = load ptr addrspace(1), ptr %245, align 8
  %278 = getelementptr inbounds nuw i64, ptr addrspace(1) %277, i64 %276
  %279 = getelementptr inbounds nuw i64, ptr %26, i64 %276
  %280 = load i64, ptr %279, align 8
  %281 = icmp eq i64 %280, 0
  br i1 %281, label %289, label %282

282:
  %283 = load atomic i64, ptr addrspace(1) %278 syncscope("device") monotonic, align 8
  %284 = xor i64 %283, -1
  %285 = and i64 %280, %284
  %286 = icmp eq i64 %285, 0
  br i1 %286, label %289, label %287

287:
  %288 = atomicrmw or ptr addrspace(1) %278, i64 %280 syncscope("device") monotonic, align 8
  br label %289

289:
  %290 = add nuw i64 %276, 1
  %291 = icmp eq i64 %290, %25
  br i1 %291, label %258, label %275
}

define void @seek(ptr addrspace(1) nocapture noundef %0, i64 noundef %1, i64 noundef %2, i64 noundef %3, ptr addrspace(1) nocapture noundef readnone %4, ptr nocapture noundef readnone %5, ptr nocapture noundef readonly %6) local_unnamed_addr #2 {
  %8 = alloca i64, align 8
  %9 = load ptr addrspace(1), ptr addrspace(1) %0, align 8
  %10 = getelementptr inbounds nuw i8, ptr addrspace(1) %0, i64 8
  %11 = load i64, ptr addrspace(1) %10, align 8
  %12 = getelementptr inbounds nuw i8, ptr addrspace(1) %0, i64 32
  %13 = load ptr addrspace(1), ptr addrspace(1) %12, align 8
  %14 = getelementptr inbounds nuw i8, ptr addrspace(1) %0, i64 96
  %15 = load ptr addrspace(1), ptr addrspace(1) %14, align 8
  %16 = getelementptr inbounds nuw i8, ptr addrspace(1) %0, i64 104
  %17 = load ptr addrspace(1), ptr addrspace(1) %16, align 8
  %18 = getelementptr inbounds nuw i8, ptr addrspace(1) %0, i64 112
  %19 = load i64, ptr addrspace(1) %18, align 8
  %20 = getelementptr inbounds nuw i8, ptr addrspace(1) %0, i64 120
  %21 = load ptr addrspace(1), ptr addrspace(1) %20, align 8
  %22 = getelementptr inbounds nuw i8, ptr addrspace(1) %0, i64 128
  %23 = tail call range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %24 = zext nneg i32 %23 to i64
  %25 = tail call range(i32 1, -2147483648) i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %26 = zext nneg i32 %25 to i64
  %27 = tail call range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %28 = zext nneg i32 %27 to i64
  %29 = tail call range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %30 = zext nneg i32 %29 to i64
  %31 = mul nuw nsw i64 %26, %30
  %32 = mul nuw nsw i64 %24, %30
  %33 = add nuw nsw i64 %32, %28
  %34 = getelementptr inbounds nuw i8, ptr %6, i64 8
  %35 = load ptr, ptr %34, align 8
  %36 = add i64 %33, %1
  %37 = icmp ult i64 %36, %2
  br i1 %37, label %38, label %168

38:
  %39 = getelementptr inbounds nuw i8, ptr %6, i64 24
  %40 = icmp ugt i64 %3, 2
  %41 = icmp eq i64 %19, 0
  %42 = load i64, ptr @WORDS, align 8
  %43 = icmp eq i64 %42, 0
  %44 = getelementptr inbounds nuw i8, ptr %6, i64 32
  %45 = getelementptr inbounds nuw i8, ptr %6, i64 40
  %46 = icmp eq i64 %3, 1
  %47 = add i64 %3, -3
  %48 = getelementptr inbounds nuw i8, ptr %6, i64 16
  %49 = load i64, ptr @MASKS, align 8
  %50 = lshr i64 %47, 6
  %51 = and i64 %47, 63
  %52 = shl nuw i64 1, %51
  %53 = tail call i64 @llvm.umax.i64(i64 %42, i64 1)
  br label %55

54:
  br i1 %154, label %157, label %168

55:
  %56 = phi i1 [ false, %38 ], [ %154, %153 ]
  %57 = phi i64 [ %36, %38 ], [ %155, %153 ]
  %58 = getelementptr inbounds nuw i64, ptr addrspace(1) %13, i64 %57
  %59 = load i64, ptr addrspace(1) %58, align 8
  %60 = load ptr, ptr %6, align 8
  %61 = load ptr, ptr %39, align 8
  call void @recall(ptr addrspace(1) noundef %9, i64 noundef %11, i64 noundef %59, ptr noundef %60, ptr noundef %61) #11
  br i1 %56, label %62, label %65

62:
  %63 = load ptr, ptr %6, align 8
  %64 = call zeroext i1 @less(ptr noundef %63, ptr noundef %35) #11
  br i1 %64, label %65, label %153

65:
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #10
  store i64 0, ptr %8, align 8
  br i1 %40, label %66, label %74

66:
  %67 = load ptr, ptr %6, align 8
  %68 = load ptr, ptr %48, align 8
  %69 = getelementptr inbounds nuw i64, ptr %68, i64 %49
  call void @promises(ptr noundef %67, ptr noundef %68, ptr noundef %69) #11
  %70 = load ptr, ptr %48, align 8
  %71 = getelementptr inbounds nuw i64, ptr %70, i64 %50
  %72 = load i64, ptr %71, align 8
  %73 = and i64 %72, %52
  br label %135

74:
  switch i64 %3, label %75 [
    i64 0, label %141
    i64 2, label %77
  ]

75:
  %76 = load ptr, ptr %6, align 8
  br label %103

77:
  %78 = load ptr, ptr %6, align 8
  br i1 %41, label %151, label %82

79:
  %80 = add nuw i64 %83, 1
  %81 = icmp eq i64 %80, %19
  br i1 %81, label %151, label %82

82:
  %83 = phi i64 [ %80, %79 ], [ 0, %77 ]
  br i1 %43, label %103, label %84

84:
  %85 = mul i64 %42, %83
  %86 = getelementptr i64, ptr addrspace(1) %17, i64 %85
  br label %89

87:
  %88 = icmp eq i64 %100, 0
  br i1 %88, label %103, label %79

89:
  %90 = phi i64 [ 0, %84 ], [ %101, %89 ]
  %91 = phi i64 [ 0, %84 ], [ %100, %89 ]
  %92 = getelementptr inbounds nuw i64, ptr %78, i64 %90
  %93 = load i64, ptr %92, align 8
  %94 = getelementptr inbounds nuw i64, ptr addrspace(1) %15, i64 %90
  %95 = load i64, ptr addrspace(1) %94, align 8
  %96 = xor i64 %95, %93
  %97 = getelementptr i64, ptr addrspace(1) %86, i64 %90
  %98 = load i64, ptr addrspace(1) %97, align 8
  %99 = and i64 %96, %98
  %100 = or i64 %99, %91
  %101 = add nuw i64 %90, 1
  %102 = icmp eq i64 %101, %42
  br i1 %102, label %87, label %89

103:
  %104 = phi ptr [ %76, %75 ], [ %78, %82 ], [ %78, %87 ]
  %105 = load ptr, ptr %39, align 8
  %106 = load ptr, ptr %44, align 8
  %107 = load ptr, ptr %45, align 8
  %108 = call i64 @successors(ptr noundef %104, ptr noundef %105, ptr noundef %106, ptr noundef %107, ptr noundef nonnull %8) #11
  br i1 %46, label %111, label %109

109:
  %110 = icmp eq i64 %108, 0
  br i1 %110, label %151, label %116

111:
  %112 = load i64, ptr %8, align 8
  br label %135

113:
  %114 = add nuw i64 %117, 1
  %115 = icmp eq i64 %114, %108
  br i1 %115, label %151, label %116

116:
  %117 = phi i64 [ %114, %113 ], [ 0, %109 ]
  br i1 %43, label %151, label %118

118:
  %119 = load ptr, ptr %39, align 8
  %120 = mul i64 %42, %117
  %121 = getelementptr i64, ptr %119, i64 %120
  br label %124

122:
  %123 = icmp eq i64 %132, 0
  br i1 %123, label %141, label %113

124:
  %125 = phi i64 [ 0, %118 ], [ %133, %124 ]
  %126 = phi i64 [ 0, %118 ], [ %132, %124 ]
  %127 = getelementptr i64, ptr %121, i64 %125
  %128 = load i64, ptr %127, align 8
  %129 = getelementptr inbounds nuw i64, ptr addrspace(1) %15, i64 %125
  %130 = load i64, ptr addrspace(1) %129, align 8
  %131 = xor i64 %130, %128
  %132 = or i64 %131, %126
  %133 = add nuw i64 %125, 1
  %134 = icmp eq i64 %133, %42
  br i1 %134, label %122, label %124

135:
  %136 = phi i64 [ %73, %66 ], [ %112, %111 ]
  %137 = icmp eq i64 %136, 0
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #10
  %138 = select i1 %137, i1 true, i1 %43
  %139 = xor i1 %137, true
  %140 = select i1 %139, i1 true, i1 %56
  br i1 %138, label %153, label %142

141:
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #10
  br i1 %43, label %153, label %142

142:
  br label %143

143:
  %144 = phi i64 [ %149, %143 ], [ 0, %142 ]
  %145 = load ptr, ptr %6, align 8
  %146 = getelementptr inbounds nuw i64, ptr %145, i64 %144
  %147 = load i64, ptr %146, align 8
  %148 = getelementptr inbounds nuw i64, ptr %35, i64 %144
  store i64 %147, ptr %148, align 8
  %149 = add nuw i64 %144, 1
  %150 = icmp eq i64 %149, %53
  br i1 %150, label %153, label %143

151:
  %152 = phi i1 [ %56, %109 ], [ %56, %77 ], [ %56, %113 ], [ true, %116 ], [ %56, %79 ]
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #10
  br label %153

153:
  %154 = phi i1 [ %140, %135 ], [ true, %62 ], [ true, %141 ], [ %152, %151 ], [ true, %143 ]
  %155 = add i64 %57, %31
  %156 = icmp ult i64 %155, %2
  br i1 %156, label %55, label %54

157:
  %158 = atomicrmw add ptr addrspace(1) %22, i64 1 syncscope("device") monotonic, align 8
  %159 = mul i64 %42, %158
  %160 = getelementptr inbounds nuw i64, ptr addrspace(1) %21, i64 %159
  br i1 %43, label %168, label %161

161:
  %162 = phi i64 [ %166, %161 ], [ 0, %157 ]
  %163 = getelementptr inbounds nuw i64, ptr %35, i64 %162
  %164 = load i64, ptr %163, align 8
  %165 = getelementptr inbounds nuw i64, ptr addrspace(1) %160, i64 %162
  store i64 %164, ptr addrspace(1) %165, align 8
  %166 = add nuw i64 %162, 1
  %167 = icmp eq i64 %166, %42
  br i1 %167, label %168, label %161

168:
  ret void
}

declare noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #6

declare noundef i32 @llvm.nvvm.read.ptx.sreg.nctaid.x() #6

declare noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x() #6

declare noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #6

declare i32 @llvm.ctpop.i32(i32) #6

declare noundef i32 @llvm.nvvm.read.ptx.sreg.laneid() #6

declare i32 @llvm.nvvm.shfl.sync.idx.i32(i32, i32, i32, i32) #7

declare void @llvm.nvvm.barrier0() #8

declare void @llvm.nvvm.bar.warp.sync(i32) #8

declare i32 @llvm.nvvm.vote.ballot.sync(i32, i1) #7

declare i64 @llvm.umax.i64(i64, i64) #9

attributes #0 = { alwaysinline nofree norecurse nounwind memory(readwrite, inaccessiblemem: none) }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { alwaysinline convergent nounwind }
attributes #3 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #4 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #5 = { convergent }
attributes #6 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #7 = { convergent nocallback nounwind memory(inaccessiblemem: readwrite) }
attributes #8 = { convergent nocallback nounwind }
attributes #9 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #10 = { nounwind }
attributes #11 = { convergent nounwind }
