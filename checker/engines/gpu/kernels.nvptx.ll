; Generated from kernels.c by `make runtime`: change that file, not this one.
; SHA-256 of kernels.c: cff8cc9886f7632576ef1189f2edebdfdb1a29f54261718579a5f000476baabf
%struct.search = type { ptr addrspace(1), i64, ptr addrspace(1), i64, ptr addrspace(1), i64, i64, i64, i64, i64, ptr addrspace(1), ptr addrspace(1), ptr addrspace(1), ptr addrspace(1), i64, ptr addrspace(1), i64 }

define i64 @reference(ptr nocapture noundef readonly %0, i64 noundef %1, ptr nocapture noundef readonly %2, ptr nocapture noundef %3) local_unnamed_addr #0 {
  %5 = load i64, ptr %2, align 8
  %6 = icmp eq i64 %1, %5
  br i1 %6, label %7, label %10

7:
  %8 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %9 = load i64, ptr %8, align 8
  br label %67

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
  %68 = phi i64 [ %9, %7 ], [ %13, %15 ], [ -1, %23 ], [ -1, %39 ], [ %64, %63 ]
  ret i64 %68
}

define void @enter(ptr addrspace(1) nocapture noundef %0, i64 noundef %1, i64 noundef %2, i64 noundef %3, ptr addrspace(1) nocapture noundef readnone %4, ptr nocapture noundef readnone %5, ptr nocapture noundef readonly %6) local_unnamed_addr #1 {
  %8 = alloca %struct.search, align 8
  %9 = alloca i64, align 8
  call void @llvm.lifetime.start.p0(i64 136, ptr nonnull %8) #9
  call void @llvm.memcpy.p0.p1.i64(ptr noundef nonnull align 8 dereferenceable(136) %8, ptr addrspace(1) noundef align 8 dereferenceable(136) %0, i64 136, i1 false)
  %10 = tail call range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %11 = tail call range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %9) #9
  store i64 0, ptr %9, align 8
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
  br label %146

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
  br i1 %34, label %35, label %107

35:
  %36 = getelementptr inbounds nuw i8, ptr %6, i64 8
  %37 = load ptr, ptr %36, align 8
  %38 = load ptr, ptr %6, align 8
  %39 = call i64 @key_of(ptr noundef nonnull %8, ptr noundef %38, ptr noundef %37, ptr noundef nonnull %9) #10
  %40 = getelementptr inbounds nuw i8, ptr %8, i64 16
  %41 = load ptr addrspace(1), ptr %40, align 8
  %42 = getelementptr inbounds nuw i8, ptr %8, i64 24
  %43 = load i64, ptr %42, align 8
  %44 = icmp eq i64 %39, -1
  br i1 %44, label %45, label %51

45:
  %46 = getelementptr inbounds nuw i64, ptr addrspace(1) %41, i64 %43
  %47 = getelementptr inbounds nuw i8, ptr addrspace(1) %46, i64 8
  %48 = cmpxchg ptr addrspace(1) %47, i64 -1, i64 0 syncscope("device") monotonic monotonic, align 8
  %49 = extractvalue { i64, i1 } %48, 1
  %50 = zext i1 %49 to i64
  br label %96

51:
  %52 = icmp eq i64 %43, 0
  br i1 %52, label %96, label %53

53:
  %54 = lshr i64 %39, 33
  %55 = xor i64 %54, %39
  %56 = mul i64 %55, -49064778989728563
  %57 = lshr i64 %56, 33
  %58 = xor i64 %57, %56
  %59 = mul i64 %58, -4265267296055464877
  %60 = lshr i64 %59, 33
  %61 = xor i64 %60, %59
  %62 = zext i64 %61 to i128
  %63 = zext i64 %43 to i128
  %64 = mul nuw i128 %62, %63
  %65 = lshr i128 %64, 64
  %66 = trunc nuw i128 %65 to i64
  br label %70

67:
  %68 = add i64 %71, -1
  %69 = icmp eq i64 %68, 0
  br i1 %69, label %96, label %70

70:
  %71 = phi i64 [ %68, %67 ], [ %43, %53 ]
  %72 = phi i64 [ %94, %67 ], [ %66, %53 ]
  %73 = phi i64 [ %93, %67 ], [ undef, %53 ]
  %74 = phi i64 [ %92, %67 ], [ 0, %53 ]
  %75 = getelementptr inbounds nuw i64, ptr addrspace(1) %41, i64 %72
  %76 = load atomic i64, ptr addrspace(1) %75 syncscope("device") monotonic, align 8
  %77 = icmp eq i64 %76, -1
  br i1 %77, label %78, label %84

78:
  %79 = cmpxchg ptr addrspace(1) %75, i64 -1, i64 %39 syncscope("device") monotonic monotonic, align 8
  %80 = extractvalue { i64, i1 } %79, 0
  %81 = extractvalue { i64, i1 } %79, 1
  br i1 %81, label %82, label %84

82:
  %83 = add i64 %74, 1
  br label %91

84:
  %85 = phi i64 [ %80, %78 ], [ %76, %70 ]
  %86 = icmp eq i64 %85, %39
  br i1 %86, label %91, label %87

87:
  %88 = add i64 %72, 1
  %89 = icmp eq i64 %88, %43
  %90 = select i1 %89, i64 0, i64 %88
  br label %91

91:
  %92 = phi i64 [ %83, %82 ], [ %74, %84 ], [ %74, %87 ]
  %93 = phi i64 [ %72, %82 ], [ %72, %84 ], [ %73, %87 ]
  %94 = phi i64 [ %72, %82 ], [ %72, %84 ], [ %90, %87 ]
  %95 = phi i1 [ false, %82 ], [ false, %84 ], [ true, %87 ]
  br i1 %95, label %67, label %96

96:
  %97 = phi i64 [ %50, %45 ], [ 0, %51 ], [ %92, %67 ], [ %92, %91 ]
  %98 = phi i64 [ %43, %45 ], [ -1, %51 ], [ %93, %91 ], [ -1, %67 ]
  %99 = icmp eq i64 %98, -1
  br i1 %99, label %100, label %107

100:
  %101 = getelementptr inbounds nuw i8, ptr addrspace(1) %0, i64 72
  %102 = load atomic i64, ptr addrspace(1) %101 syncscope("device") monotonic, align 8
  %103 = and i64 %102, 1
  %104 = icmp eq i64 %103, 0
  br i1 %104, label %105, label %107

105:
  %106 = atomicrmw or ptr addrspace(1) %101, i64 1 syncscope("device") monotonic, align 8
  br label %107

107:
  %108 = phi i64 [ %97, %96 ], [ 0, %32 ], [ %97, %100 ], [ %97, %105 ]
  %109 = phi i64 [ %39, %96 ], [ 0, %32 ], [ %39, %100 ], [ %39, %105 ]
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %110 = getelementptr inbounds nuw i8, ptr %8, i64 32
  %111 = load ptr addrspace(1), ptr %110, align 8
  %112 = icmp ne i64 %108, 0
  %113 = call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 %112)
  %114 = icmp eq i32 %113, 0
  br i1 %114, label %142, label %115

115:
  %116 = tail call range(i32 0, 32) i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %117 = icmp eq i32 %116, 0
  br i1 %117, label %118, label %123

118:
  %119 = call range(i32 1, 33) i32 @llvm.ctpop.i32(i32 %113)
  %120 = zext nneg i32 %119 to i64
  %121 = getelementptr inbounds nuw i8, ptr addrspace(1) %0, i64 40
  %122 = atomicrmw add ptr addrspace(1) %121, i64 %120 syncscope("device") monotonic, align 8
  br label %123

123:
  %124 = phi i64 [ 0, %115 ], [ %122, %118 ]
  %125 = trunc i64 %124 to i32
  %126 = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %125, i32 0, i32 31)
  %127 = lshr i64 %124, 32
  %128 = trunc nuw i64 %127 to i32
  %129 = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %128, i32 0, i32 31)
  br i1 %112, label %130, label %142

130:
  %131 = zext i32 %129 to i64
  %132 = shl nuw i64 %131, 32
  %133 = zext i32 %126 to i64
  %134 = or disjoint i64 %132, %133
  %135 = getelementptr i64, ptr addrspace(1) %111, i64 %134
  %136 = shl nsw i32 -1, %116
  %137 = xor i32 %136, -1
  %138 = and i32 %113, %137
  %139 = call range(i32 0, 32) i32 @llvm.ctpop.i32(i32 %138)
  %140 = zext nneg i32 %139 to i64
  %141 = getelementptr i64, ptr addrspace(1) %135, i64 %140
  store i64 %109, ptr addrspace(1) %141, align 8
  br label %142

142:
  %143 = getelementptr inbounds nuw i8, ptr addrspace(1) %0, i64 48
  %144 = load i64, ptr %9, align 8
  %145 = atomicrmw add ptr addrspace(1) %143, i64 %144 syncscope("device") monotonic, align 8
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %9) #9
  call void @llvm.lifetime.end.p0(i64 136, ptr nonnull %8) #9
  ret void

146:
  %147 = phi i64 [ 0, %20 ], [ %154, %146 ]
  %148 = load ptr, ptr %21, align 8
  %149 = shl i64 %147, 1
  %150 = getelementptr inbounds nuw i64, ptr %148, i64 %149
  store i64 -1, ptr %150, align 8
  %151 = load ptr, ptr %21, align 8
  %152 = or disjoint i64 %149, 1
  %153 = getelementptr inbounds nuw i64, ptr %151, i64 %152
  store i64 %23, ptr %153, align 8
  %154 = add nuw i64 %147, 1
  %155 = icmp eq i64 %154, %18
  br i1 %155, label %32, label %146
}

declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #2

declare void @llvm.memcpy.p0.p1.i64(ptr noalias nocapture writeonly, ptr addrspace(1) noalias nocapture readonly, i64, i1 immarg) #3

declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #2

define void @explore(ptr addrspace(1) nocapture noundef %0, i64 noundef %1, i64 noundef %2, i64 noundef %3, ptr addrspace(1) nocapture noundef %4, ptr nocapture noundef readnone %5, ptr nocapture noundef readonly %6) local_unnamed_addr #1 {
  %8 = alloca %struct.search, align 8
  %9 = alloca i64, align 8
  %10 = alloca i64, align 8
  call void @llvm.lifetime.start.p0(i64 136, ptr nonnull %8) #9
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
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %9) #9
  store i64 0, ptr %9, align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %10) #9
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
  br i1 %31, label %37, label %67

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
  br i1 %41, label %72, label %42

42:
  %43 = udiv i64 %40, %19
  %44 = add nuw nsw i64 %20, %16
  %45 = add i64 %44, %1
  %46 = getelementptr inbounds nuw i8, ptr addrspace(1) %0, i64 72
  %47 = getelementptr inbounds nuw i8, ptr %8, i64 8
  %48 = getelementptr inbounds nuw i8, ptr %8, i64 32
  %49 = getelementptr inbounds nuw i8, ptr %6, i64 8
  %50 = and i64 %3, 1
  %51 = icmp eq i64 %50, 0
  %52 = getelementptr inbounds nuw i8, ptr %8, i64 80
  %53 = and i64 %3, 2
  %54 = icmp eq i64 %53, 0
  %55 = getelementptr inbounds nuw i8, ptr %6, i64 32
  %56 = getelementptr inbounds nuw i8, ptr %6, i64 24
  %57 = load i64, ptr @WORDS, align 8
  %58 = getelementptr inbounds nuw i32, ptr %22, i64 %27
  %59 = getelementptr inbounds nuw i8, ptr %8, i64 16
  %60 = getelementptr inbounds nuw i8, ptr %8, i64 24
  %61 = tail call range(i32 0, 32) i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %62 = icmp eq i32 %61, 0
  %63 = getelementptr inbounds nuw i8, ptr addrspace(1) %0, i64 40
  %64 = shl nsw i32 -1, %61
  %65 = xor i32 %64, -1
  %66 = tail call i64 @llvm.umax.i64(i64 %43, i64 1)
  br label %74

67:
  %68 = phi i64 [ %70, %67 ], [ 0, %30 ]
  %69 = getelementptr inbounds nuw i64, ptr %26, i64 %68
  store i64 0, ptr %69, align 8
  %70 = add nuw i64 %68, 1
  %71 = icmp eq i64 %70, %25
  br i1 %71, label %37, label %67

72:
  %73 = phi i64 [ 0, %37 ], [ %119, %125 ]
  call void @llvm.nvvm.barrier0()
  br i1 %29, label %242, label %239

74:
  %75 = phi i64 [ 0, %42 ], [ %119, %125 ]
  %76 = phi i64 [ 0, %42 ], [ %126, %125 ]
  %77 = mul i64 %76, %19
  %78 = add i64 %45, %77
  %79 = icmp ult i64 %78, %2
  br i1 %79, label %80, label %117

80:
  %81 = load atomic i64, ptr addrspace(1) %46 syncscope("device") monotonic, align 8
  %82 = icmp eq i64 %81, 0
  br i1 %82, label %83, label %117

83:
  %84 = load ptr addrspace(1), ptr %8, align 8
  %85 = load i64, ptr %47, align 8
  %86 = load ptr addrspace(1), ptr %48, align 8
  %87 = getelementptr inbounds nuw i64, ptr addrspace(1) %86, i64 %78
  %88 = load i64, ptr addrspace(1) %87, align 8
  %89 = load ptr, ptr %6, align 8
  %90 = load ptr, ptr %49, align 8
  call void @recall(ptr addrspace(1) noundef %84, i64 noundef %85, i64 noundef %88, ptr noundef %89, ptr noundef %90) #10
  br i1 %51, label %108, label %91

91:
  %92 = load ptr, ptr %6, align 8
  call void @promises(ptr noundef %92, ptr noundef %24, ptr noundef %26) #10
  br i1 %31, label %108, label %93

93:
  %94 = phi i64 [ %106, %105 ], [ 0, %91 ]
  %95 = load ptr addrspace(1), ptr %52, align 8
  %96 = getelementptr inbounds nuw i64, ptr addrspace(1) %95, i64 %94
  %97 = getelementptr inbounds nuw i64, ptr %24, i64 %94
  %98 = load i64, ptr %97, align 8
  %99 = load atomic i64, ptr addrspace(1) %96 syncscope("device") monotonic, align 8
  %100 = xor i64 %99, -1
  %101 = and i64 %98, %100
  %102 = icmp eq i64 %101, 0
  br i1 %102, label %105, label %103

103:
  %104 = atomicrmw or ptr addrspace(1) %96, i64 %98 syncscope("device") monotonic, align 8
  br label %105

105:
  %106 = add nuw i64 %94, 1
  %107 = icmp eq i64 %106, %25
  br i1 %107, label %108, label %93

108:
  br i1 %54, label %114, label %109

109:
  %110 = load ptr, ptr %6, align 8
  %111 = load ptr, ptr %56, align 8
  %112 = load ptr, ptr %55, align 8
  %113 = call i64 @successors(ptr noundef %110, ptr noundef %111, ptr noundef %112, ptr noundef %22, ptr noundef nonnull %10) #10
  br label %114

114:
  %115 = phi i64 [ %113, %109 ], [ 0, %108 ]
  %116 = add i64 %115, %75
  br label %117

117:
  %118 = phi i64 [ 0, %80 ], [ %115, %114 ], [ 0, %74 ]
  %119 = phi i64 [ %75, %80 ], [ %116, %114 ], [ %75, %74 ]
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  br label %120

120:
  %121 = phi i64 [ 0, %117 ], [ %238, %237 ]
  %122 = icmp ult i64 %121, %118
  %123 = call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 %122)
  %124 = icmp eq i32 %123, 0
  br i1 %124, label %125, label %128

125:
  %126 = add nuw i64 %76, 1
  %127 = icmp eq i64 %126, %66
  br i1 %127, label %72, label %74

128:
  %129 = load ptr, ptr %56, align 8
  %130 = mul i64 %57, %121
  %131 = getelementptr inbounds nuw i64, ptr %129, i64 %130
  br i1 %122, label %132, label %208

132:
  %133 = load ptr, ptr %6, align 8
  %134 = call zeroext i1 @same(ptr noundef %131, ptr noundef %133) #10
  br i1 %134, label %208, label %135

135:
  %136 = load ptr, ptr %55, align 8
  %137 = getelementptr inbounds nuw i16, ptr %136, i64 %121
  %138 = load i16, ptr %137, align 2
  %139 = zext i16 %138 to i64
  %140 = getelementptr inbounds nuw i32, ptr %58, i64 %139
  %141 = atomicrmw add ptr %140, i32 1 syncscope("device") monotonic, align 4
  %142 = load ptr, ptr %49, align 8
  %143 = call i64 @key_of(ptr noundef nonnull %8, ptr noundef %131, ptr noundef %142, ptr noundef nonnull %9) #10
  %144 = load ptr addrspace(1), ptr %59, align 8
  %145 = load i64, ptr %60, align 8
  %146 = icmp eq i64 %143, -1
  br i1 %146, label %147, label %153

147:
  %148 = getelementptr inbounds nuw i64, ptr addrspace(1) %144, i64 %145
  %149 = getelementptr inbounds nuw i8, ptr addrspace(1) %148, i64 8
  %150 = cmpxchg ptr addrspace(1) %149, i64 -1, i64 0 syncscope("device") monotonic monotonic, align 8
  %151 = extractvalue { i64, i1 } %150, 1
  %152 = zext i1 %151 to i64
  br label %198

153:
  %154 = icmp eq i64 %145, 0
  br i1 %154, label %198, label %155

155:
  %156 = lshr i64 %143, 33
  %157 = xor i64 %156, %143
  %158 = mul i64 %157, -49064778989728563
  %159 = lshr i64 %158, 33
  %160 = xor i64 %159, %158
  %161 = mul i64 %160, -4265267296055464877
  %162 = lshr i64 %161, 33
  %163 = xor i64 %162, %161
  %164 = zext i64 %163 to i128
  %165 = zext i64 %145 to i128
  %166 = mul nuw i128 %164, %165
  %167 = lshr i128 %166, 64
  %168 = trunc nuw i128 %167 to i64
  br label %172

169:
  %170 = add i64 %173, -1
  %171 = icmp eq i64 %170, 0
  br i1 %171, label %198, label %172

172:
  %173 = phi i64 [ %170, %169 ], [ %145, %155 ]
  %174 = phi i64 [ %196, %169 ], [ %168, %155 ]
  %175 = phi i64 [ %195, %169 ], [ undef, %155 ]
  %176 = phi i64 [ %194, %169 ], [ 0, %155 ]
  %177 = getelementptr inbounds nuw i64, ptr addrspace(1) %144, i64 %174
  %178 = load atomic i64, ptr addrspace(1) %177 syncscope("device") monotonic, align 8
  %179 = icmp eq i64 %178, -1
  br i1 %179, label %180, label %186

180:
  %181 = cmpxchg ptr addrspace(1) %177, i64 -1, i64 %143 syncscope("device") monotonic monotonic, align 8
  %182 = extractvalue { i64, i1 } %181, 0
  %183 = extractvalue { i64, i1 } %181, 1
  br i1 %183, label %184, label %186

184:
  %185 = add i64 %176, 1
  br label %193

186:
  %187 = phi i64 [ %182, %180 ], [ %178, %172 ]
  %188 = icmp eq i64 %187, %143
  br i1 %188, label %193, label %189

189:
  %190 = add i64 %174, 1
  %191 = icmp eq i64 %190, %145
  %192 = select i1 %191, i64 0, i64 %190
  br label %193

193:
  %194 = phi i64 [ %185, %184 ], [ %176, %186 ], [ %176, %189 ]
  %195 = phi i64 [ %174, %184 ], [ %174, %186 ], [ %175, %189 ]
  %196 = phi i64 [ %174, %184 ], [ %174, %186 ], [ %192, %189 ]
  %197 = phi i1 [ false, %184 ], [ false, %186 ], [ true, %189 ]
  br i1 %197, label %169, label %198

198:
  %199 = phi i64 [ %152, %147 ], [ 0, %153 ], [ %194, %169 ], [ %194, %193 ]
  %200 = phi i64 [ %145, %147 ], [ -1, %153 ], [ %195, %193 ], [ -1, %169 ]
  %201 = icmp eq i64 %200, -1
  br i1 %201, label %202, label %208

202:
  %203 = load atomic i64, ptr addrspace(1) %46 syncscope("device") monotonic, align 8
  %204 = and i64 %203, 1
  %205 = icmp eq i64 %204, 0
  br i1 %205, label %206, label %208

206:
  %207 = atomicrmw or ptr addrspace(1) %46, i64 1 syncscope("device") monotonic, align 8
  br label %208

208:
  %209 = phi i64 [ %199, %198 ], [ %199, %202 ], [ %199, %206 ], [ 0, %132 ], [ 0, %128 ]
  %210 = phi i64 [ %143, %198 ], [ %143, %202 ], [ %143, %206 ], [ 0, %132 ], [ 0, %128 ]
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %211 = load ptr addrspace(1), ptr %48, align 8
  %212 = icmp ne i64 %209, 0
  %213 = call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 %212)
  %214 = icmp eq i32 %213, 0
  br i1 %214, label %237, label %215

215:
  br i1 %62, label %216, label %220

216:
  %217 = call range(i32 1, 33) i32 @llvm.ctpop.i32(i32 %213)
  %218 = zext nneg i32 %217 to i64
  %219 = atomicrmw add ptr addrspace(1) %63, i64 %218 syncscope("device") monotonic, align 8
  br label %220

220:
  %221 = phi i64 [ 0, %215 ], [ %219, %216 ]
  %222 = trunc i64 %221 to i32
  %223 = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %222, i32 0, i32 31)
  %224 = lshr i64 %221, 32
  %225 = trunc nuw i64 %224 to i32
  %226 = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %225, i32 0, i32 31)
  br i1 %212, label %227, label %237

227:
  %228 = zext i32 %226 to i64
  %229 = shl nuw i64 %228, 32
  %230 = zext i32 %223 to i64
  %231 = or disjoint i64 %229, %230
  %232 = getelementptr i64, ptr addrspace(1) %211, i64 %231
  %233 = and i32 %213, %65
  %234 = call range(i32 0, 32) i32 @llvm.ctpop.i32(i32 %233)
  %235 = zext nneg i32 %234 to i64
  %236 = getelementptr i64, ptr addrspace(1) %232, i64 %235
  store i64 %210, ptr addrspace(1) %236, align 8
  br label %237

237:
  %238 = add i64 %121, 1
  br label %120

239:
  br i1 %31, label %254, label %240

240:
  %241 = getelementptr inbounds nuw i8, ptr %8, i64 88
  br label %269

242:
  %243 = phi i64 [ %252, %251 ], [ %16, %72 ]
  %244 = getelementptr inbounds nuw i32, ptr %22, i64 %243
  %245 = load i32, ptr %244, align 4
  %246 = icmp eq i32 %245, 0
  br i1 %246, label %251, label %247

247:
  %248 = zext i32 %245 to i64
  %249 = getelementptr inbounds nuw i64, ptr addrspace(1) %4, i64 %243
  %250 = atomicrmw add ptr addrspace(1) %249, i64 %248 syncscope("device") monotonic, align 8
  br label %251

251:
  %252 = add i64 %243, %18
  %253 = icmp ult i64 %252, %28
  br i1 %253, label %242, label %239

254:
  %255 = getelementptr inbounds nuw i8, ptr addrspace(1) %0, i64 56
  %256 = atomicrmw add ptr addrspace(1) %255, i64 %73 syncscope("device") monotonic, align 8
  %257 = getelementptr inbounds nuw i8, ptr addrspace(1) %0, i64 48
  %258 = load i64, ptr %9, align 8
  %259 = atomicrmw add ptr addrspace(1) %257, i64 %258 syncscope("device") monotonic, align 8
  %260 = getelementptr inbounds nuw i8, ptr addrspace(1) %0, i64 64
  %261 = load i64, ptr %10, align 8
  %262 = load atomic i64, ptr addrspace(1) %260 syncscope("device") monotonic, align 8
  %263 = xor i64 %262, -1
  %264 = and i64 %261, %263
  %265 = icmp eq i64 %264, 0
  br i1 %265, label %268, label %266

266:
  %267 = atomicrmw or ptr addrspace(1) %260, i64 %261 syncscope("device") monotonic, align 8
  br label %268

268:
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %10) #9
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %9) #9
  call void @llvm.lifetime.end.p0(i64 136, ptr nonnull %8) #9
  ret void

269:
  %270 = phi i64 [ 0, %240 ], [ %282, %281 ]
  %271 = load ptr addrspace(1), ptr %241, align 8
  %272 = getelementptr inbounds nuw i64, ptr addrspace(1) %271, i64 %270
  %273 = getelementptr inbounds nuw i64, ptr %26, i64 %270
  %274 = load i64, ptr %273, align 8
  %275 = load atomic i64, ptr addrspace(1) %272 syncscope("device") monotonic, align 8
  %276 = xor i64 %275, -1
  %277 = and i64 %274, %276
  %278 = icmp eq i64 %277, 0
  br i1 %278, label %281, label %279

279:
  %280 = atomicrmw or ptr addrspace(1) %272, i64 %274 syncscope("device") monotonic, align 8
  br label %281

281:
  %282 = add nuw i64 %270, 1
  %283 = icmp eq i64 %282, %25
  br i1 %283, label %254, label %269
}

define void @seek(ptr addrspace(1) nocapture noundef %0, i64 noundef %1, i64 noundef %2, i64 noundef %3, ptr addrspace(1) nocapture noundef readnone %4, ptr nocapture noundef readnone %5, ptr nocapture noundef readonly %6) local_unnamed_addr #1 {
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
  call void @recall(ptr addrspace(1) noundef %9, i64 noundef %11, i64 noundef %59, ptr noundef %60, ptr noundef %61) #10
  br i1 %56, label %62, label %65

62:
  %63 = load ptr, ptr %6, align 8
  %64 = call zeroext i1 @less(ptr noundef %63, ptr noundef %35) #10
  br i1 %64, label %65, label %153

65:
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #9
  store i64 0, ptr %8, align 8
  br i1 %40, label %66, label %74

66:
  %67 = load ptr, ptr %6, align 8
  %68 = load ptr, ptr %48, align 8
  %69 = getelementptr inbounds nuw i64, ptr %68, i64 %49
  call void @promises(ptr noundef %67, ptr noundef %68, ptr noundef %69) #10
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
  %108 = call i64 @successors(ptr noundef %104, ptr noundef %105, ptr noundef %106, ptr noundef %107, ptr noundef nonnull %8) #10
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
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #9
  %138 = select i1 %137, i1 true, i1 %43
  %139 = xor i1 %137, true
  %140 = select i1 %139, i1 true, i1 %56
  br i1 %138, label %153, label %142

141:
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #9
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
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #9
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

declare noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #5

declare noundef i32 @llvm.nvvm.read.ptx.sreg.nctaid.x() #5

declare noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x() #5

declare noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #5

declare i32 @llvm.ctpop.i32(i32) #5

declare noundef i32 @llvm.nvvm.read.ptx.sreg.laneid() #5

declare i32 @llvm.nvvm.shfl.sync.idx.i32(i32, i32, i32, i32) #6

declare void @llvm.nvvm.barrier0() #7

declare void @llvm.nvvm.bar.warp.sync(i32) #7

declare i32 @llvm.nvvm.vote.ballot.sync(i32, i1) #6

declare i64 @llvm.umax.i64(i64, i64) #8

attributes #0 = { alwaysinline nofree norecurse nounwind memory(readwrite, inaccessiblemem: none) }
attributes #1 = { alwaysinline convergent nounwind }
attributes #2 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #3 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #4 = { convergent }
attributes #5 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #6 = { convergent nocallback nounwind memory(inaccessiblemem: readwrite) }
attributes #7 = { convergent nocallback nounwind }
attributes #8 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #9 = { nounwind }
attributes #10 = { convergent nounwind }
