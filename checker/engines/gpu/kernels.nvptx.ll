; Generated from kernels.c by `make runtime`: change that file, not this one.
; SHA-256 of kernels.c: cec425e7303a50b3a8608f273b76666d92f9ba8dccb901990843b00f0597444f
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
  %46 = getelementptr inbounds nuw i8, ptr %8, i64 32
  %47 = getelementptr inbounds nuw i8, ptr %6, i64 8
  %48 = and i64 %3, 1
  %49 = icmp eq i64 %48, 0
  %50 = getelementptr inbounds nuw i8, ptr %8, i64 80
  %51 = and i64 %3, 2
  %52 = icmp eq i64 %51, 0
  %53 = getelementptr inbounds nuw i8, ptr %6, i64 32
  %54 = getelementptr inbounds nuw i8, ptr %6, i64 24
  %55 = load i64, ptr @WORDS, align 8
  %56 = getelementptr inbounds nuw i32, ptr %22, i64 %27
  %57 = getelementptr inbounds nuw i8, ptr %9, i64 8
  %58 = getelementptr inbounds nuw i8, ptr %8, i64 16
  %59 = getelementptr inbounds nuw i8, ptr %8, i64 24
  %60 = getelementptr inbounds nuw i8, ptr addrspace(1) %0, i64 72
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
  %73 = phi i64 [ 0, %37 ], [ %117, %123 ]
  call void @llvm.nvvm.barrier0()
  br i1 %29, label %244, label %241

74:
  %75 = phi i64 [ 0, %42 ], [ %117, %123 ]
  %76 = phi i64 [ 0, %42 ], [ %124, %123 ]
  %77 = mul i64 %76, %19
  %78 = add i64 %45, %77
  %79 = icmp ult i64 %78, %2
  br i1 %79, label %80, label %115

80:
  %81 = load ptr addrspace(1), ptr %8, align 8
  %82 = load ptr addrspace(1), ptr %46, align 8
  %83 = getelementptr inbounds nuw i64, ptr addrspace(1) %82, i64 %78
  %84 = load i64, ptr addrspace(1) %83, align 8
  %85 = load ptr, ptr %6, align 8
  %86 = load ptr, ptr %47, align 8
  call void @recall(ptr addrspace(1) noundef %81, i64 noundef %84, ptr noundef %85, ptr noundef %86) #11
  br i1 %49, label %106, label %87

87:
  %88 = load ptr, ptr %6, align 8
  call void @promises(ptr noundef %88, ptr noundef %24, ptr noundef %26) #11
  br i1 %31, label %106, label %89

89:
  %90 = phi i64 [ %104, %103 ], [ 0, %87 ]
  %91 = load ptr addrspace(1), ptr %50, align 8
  %92 = getelementptr inbounds nuw i64, ptr addrspace(1) %91, i64 %90
  %93 = getelementptr inbounds nuw i64, ptr %24, i64 %90
  %94 = load i64, ptr %93, align 8
  %95 = icmp eq i64 %94, 0
  br i1 %95, label %103, label %96

96:
  %97 = load atomic i64, ptr addrspace(1) %92 syncscope("device") monotonic, align 8
  %98 = xor i64 %97, -1
  %99 = and i64 %94, %98
  %100 = icmp eq i64 %99, 0
  br i1 %100, label %103, label %101

101:
  %102 = atomicrmw or ptr addrspace(1) %92, i64 %94 syncscope("device") monotonic, align 8
  br label %103

103:
  %104 = add nuw i64 %90, 1
  %105 = icmp eq i64 %104, %25
  br i1 %105, label %106, label %89

106:
  br i1 %52, label %112, label %107

107:
  %108 = load ptr, ptr %6, align 8
  %109 = load ptr, ptr %54, align 8
  %110 = load ptr, ptr %53, align 8
  %111 = call i64 @successors(ptr noundef %108, ptr noundef %109, ptr noundef %110, ptr noundef %22, ptr noundef nonnull %10) #11
  br label %112

112:
  %113 = phi i64 [ %111, %107 ], [ 0, %106 ]
  %114 = add i64 %113, %75
  br label %115

115:
  %116 = phi i64 [ %113, %112 ], [ 0, %74 ]
  %117 = phi i64 [ %114, %112 ], [ %75, %74 ]
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  br label %118

118:
  %119 = phi i64 [ 0, %115 ], [ %240, %239 ]
  %120 = icmp ult i64 %119, %116
  %121 = call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 %120)
  %122 = icmp eq i32 %121, 0
  br i1 %122, label %123, label %126

123:
  %124 = add nuw i64 %76, 1
  %125 = icmp eq i64 %124, %66
  br i1 %125, label %72, label %74

126:
  %127 = load ptr, ptr %54, align 8
  %128 = mul i64 %55, %119
  %129 = getelementptr inbounds nuw i64, ptr %127, i64 %128
  br i1 %120, label %130, label %210

130:
  %131 = load ptr, ptr %6, align 8
  %132 = call zeroext i1 @same(ptr noundef %129, ptr noundef %131) #11
  br i1 %132, label %210, label %133

133:
  %134 = load ptr, ptr %53, align 8
  %135 = getelementptr inbounds nuw i16, ptr %134, i64 %119
  %136 = load i16, ptr %135, align 2
  %137 = zext i16 %136 to i64
  %138 = getelementptr inbounds nuw i32, ptr %56, i64 %137
  %139 = atomicrmw add ptr %138, i32 1 syncscope("device") monotonic, align 4
  %140 = load ptr, ptr %47, align 8
  %141 = call i64 @key_of(ptr noundef nonnull %8, ptr noundef %129, ptr noundef %140, ptr noundef nonnull %9) #11
  %142 = load i64, ptr %57, align 8
  %143 = icmp eq i64 %142, 0
  br i1 %143, label %144, label %203

144:
  %145 = load ptr addrspace(1), ptr %58, align 8
  %146 = load i64, ptr %59, align 8
  %147 = icmp eq i64 %141, -1
  br i1 %147, label %148, label %154

148:
  %149 = getelementptr inbounds nuw i64, ptr addrspace(1) %145, i64 %146
  %150 = getelementptr inbounds nuw i8, ptr addrspace(1) %149, i64 8
  %151 = cmpxchg ptr addrspace(1) %150, i64 -1, i64 0 syncscope("device") monotonic monotonic, align 8
  %152 = extractvalue { i64, i1 } %151, 1
  %153 = zext i1 %152 to i64
  br label %199

154:
  %155 = icmp eq i64 %146, 0
  br i1 %155, label %199, label %156

156:
  %157 = zext i64 %146 to i128
  %158 = lshr i64 %141, 33
  %159 = xor i64 %158, %141
  %160 = mul i64 %159, -49064778989728563
  %161 = lshr i64 %160, 33
  %162 = xor i64 %161, %160
  %163 = mul i64 %162, -4265267296055464877
  %164 = lshr i64 %163, 33
  %165 = xor i64 %164, %163
  %166 = zext i64 %165 to i128
  %167 = mul nuw i128 %157, %166
  %168 = lshr i128 %167, 64
  %169 = trunc nuw i128 %168 to i64
  br label %173

170:
  %171 = add i64 %174, -1
  %172 = icmp eq i64 %171, 0
  br i1 %172, label %199, label %173

173:
  %174 = phi i64 [ %171, %170 ], [ %146, %156 ]
  %175 = phi i64 [ %197, %170 ], [ %169, %156 ]
  %176 = phi i64 [ %196, %170 ], [ undef, %156 ]
  %177 = phi i64 [ %195, %170 ], [ 0, %156 ]
  %178 = getelementptr inbounds nuw i64, ptr addrspace(1) %145, i64 %175
  %179 = load atomic i64, ptr addrspace(1) %178 syncscope("device") monotonic, align 8
  %180 = icmp eq i64 %179, -1
  br i1 %180, label %181, label %187

181:
  %182 = cmpxchg ptr addrspace(1) %178, i64 -1, i64 %141 syncscope("device") monotonic monotonic, align 8
  %183 = extractvalue { i64, i1 } %182, 0
  %184 = extractvalue { i64, i1 } %182, 1
  br i1 %184, label %185, label %187

185:
  %186 = add i64 %177, 1
  br label %194

187:
  %188 = phi i64 [ %183, %181 ], [ %179, %173 ]
  %189 = icmp eq i64 %188, %141
  br i1 %189, label %194, label %190

190:
  %191 = add i64 %175, 1
  %192 = icmp eq i64 %191, %146
  %193 = select i1 %192, i64 0, i64 %191
  br label %194

194:
  %195 = phi i64 [ %186, %185 ], [ %177, %187 ], [ %177, %190 ]
  %196 = phi i64 [ %175, %185 ], [ %175, %187 ], [ %176, %190 ]
  %197 = phi i64 [ %175, %185 ], [ %175, %187 ], [ %193, %190 ]
  %198 = phi i1 [ false, %185 ], [ false, %187 ], [ true, %190 ]
  br i1 %198, label %170, label %199

199:
  %200 = phi i64 [ %153, %148 ], [ 0, %154 ], [ %195, %170 ], [ %195, %194 ]
  %201 = phi i64 [ %146, %148 ], [ -1, %154 ], [ %196, %194 ], [ -1, %170 ]
  %202 = icmp eq i64 %201, -1
  br i1 %202, label %203, label %210

203:
  %204 = phi i64 [ %200, %199 ], [ 0, %133 ]
  %205 = load atomic i64, ptr addrspace(1) %60 syncscope("device") monotonic, align 8
  %206 = and i64 %205, 1
  %207 = icmp eq i64 %206, 0
  br i1 %207, label %208, label %210

208:
  %209 = atomicrmw or ptr addrspace(1) %60, i64 1 syncscope("device") monotonic, align 8
  br label %210

210:
  %211 = phi i64 [ %200, %199 ], [ %204, %203 ], [ %204, %208 ], [ 0, %130 ], [ 0, %126 ]
  %212 = phi i64 [ %141, %199 ], [ %141, %203 ], [ %141, %208 ], [ 0, %130 ], [ 0, %126 ]
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %213 = load ptr addrspace(1), ptr %46, align 8
  %214 = icmp ne i64 %211, 0
  %215 = call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 %214)
  %216 = icmp eq i32 %215, 0
  br i1 %216, label %239, label %217

217:
  br i1 %62, label %218, label %222

218:
  %219 = call range(i32 1, 33) i32 @llvm.ctpop.i32(i32 %215)
  %220 = zext nneg i32 %219 to i64
  %221 = atomicrmw add ptr addrspace(1) %63, i64 %220 syncscope("device") monotonic, align 8
  br label %222

222:
  %223 = phi i64 [ 0, %217 ], [ %221, %218 ]
  %224 = trunc i64 %223 to i32
  %225 = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %224, i32 0, i32 31)
  %226 = lshr i64 %223, 32
  %227 = trunc nuw i64 %226 to i32
  %228 = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %227, i32 0, i32 31)
  br i1 %214, label %229, label %239

229:
  %230 = zext i32 %228 to i64
  %231 = shl nuw i64 %230, 32
  %232 = zext i32 %225 to i64
  %233 = or disjoint i64 %231, %232
  %234 = getelementptr i64, ptr addrspace(1) %213, i64 %233
  %235 = and i32 %215, %65
  %236 = call range(i32 0, 32) i32 @llvm.ctpop.i32(i32 %235)
  %237 = zext nneg i32 %236 to i64
  %238 = getelementptr i64, ptr addrspace(1) %234, i64 %237
  store i64 %212, ptr addrspace(1) %238, align 8
  br label %239

239:
  %240 = add i64 %119, 1
  br label %118

241:
  br i1 %31, label %256, label %242

242:
  %243 = getelementptr inbounds nuw i8, ptr %8, i64 88
  br label %273

244:
  %245 = phi i64 [ %254, %253 ], [ %16, %72 ]
  %246 = getelementptr inbounds nuw i32, ptr %22, i64 %245
  %247 = load i32, ptr %246, align 4
  %248 = icmp eq i32 %247, 0
  br i1 %248, label %253, label %249

249:
  %250 = zext i32 %247 to i64
  %251 = getelementptr inbounds nuw i64, ptr addrspace(1) %4, i64 %245
  %252 = atomicrmw add ptr addrspace(1) %251, i64 %250 syncscope("device") monotonic, align 8
  br label %253

253:
  %254 = add i64 %245, %18
  %255 = icmp ult i64 %254, %28
  br i1 %255, label %244, label %241

256:
  %257 = getelementptr inbounds nuw i8, ptr addrspace(1) %0, i64 56
  %258 = atomicrmw add ptr addrspace(1) %257, i64 %73 syncscope("device") monotonic, align 8
  %259 = getelementptr inbounds nuw i8, ptr addrspace(1) %0, i64 48
  %260 = load i64, ptr %9, align 8
  %261 = atomicrmw add ptr addrspace(1) %259, i64 %260 syncscope("device") monotonic, align 8
  %262 = getelementptr inbounds nuw i8, ptr addrspace(1) %0, i64 64
  %263 = load i64, ptr %10, align 8
  %264 = icmp eq i64 %263, 0
  br i1 %264, label %272, label %265

265:
  %266 = load atomic i64, ptr addrspace(1) %262 syncscope("device") monotonic, align 8
  %267 = xor i64 %266, -1
  %268 = and i64 %263, %267
  %269 = icmp eq i64 %268, 0
  br i1 %269, label %272, label %270

270:
  %271 = atomicrmw or ptr addrspace(1) %262, i64 %263 syncscope("device") monotonic, align 8
  br label %272

272:
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %10) #10
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %9) #10
  call void @llvm.lifetime.end.p0(i64 136, ptr nonnull %8) #10
  ret void

273:
  %274 = phi i64 [ 0, %242 ], [ %288, %287 ]
  %275 = load ptr addrspace(1), ptr %243, align 8
  %276 = getelementptr inbounds nuw i64, ptr addrspace(1) %275, i64 %274
  %277 = getelementptr inbounds nuw i64, ptr %26, i64 %274
  %278 = load i64, ptr %277, align 8
  %279 = icmp eq i64 %278, 0
  br i1 %279, label %287, label %280

280:
  %281 = load atomic i64, ptr addrspace(1) %276 syncscope("device") monotonic, align 8
  %282 = xor i64 %281, -1
  %283 = and i64 %278, %282
  %284 = icmp eq i64 %283, 0
  br i1 %284, label %287, label %285

285:
  %286 = atomicrmw or ptr addrspace(1) %276, i64 %278 syncscope("device") monotonic, align 8
  br label %287

287:
  %288 = add nuw i64 %274, 1
  %289 = icmp eq i64 %288, %25
  br i1 %289, label %256, label %273
}

define void @seek(ptr addrspace(1) nocapture noundef %0, i64 noundef %1, i64 noundef %2, i64 noundef %3, ptr addrspace(1) nocapture noundef readnone %4, ptr nocapture noundef readnone %5, ptr nocapture noundef readonly %6) local_unnamed_addr #2 {
  %8 = alloca i64, align 8
  %9 = load ptr addrspace(1), ptr addrspace(1) %0, align 8
  %10 = getelementptr inbounds nuw i8, ptr addrspace(1) %0, i64 32
  %11 = load ptr addrspace(1), ptr addrspace(1) %10, align 8
  %12 = getelementptr inbounds nuw i8, ptr addrspace(1) %0, i64 96
  %13 = load ptr addrspace(1), ptr addrspace(1) %12, align 8
  %14 = getelementptr inbounds nuw i8, ptr addrspace(1) %0, i64 104
  %15 = load ptr addrspace(1), ptr addrspace(1) %14, align 8
  %16 = getelementptr inbounds nuw i8, ptr addrspace(1) %0, i64 112
  %17 = load i64, ptr addrspace(1) %16, align 8
  %18 = getelementptr inbounds nuw i8, ptr addrspace(1) %0, i64 120
  %19 = load ptr addrspace(1), ptr addrspace(1) %18, align 8
  %20 = getelementptr inbounds nuw i8, ptr addrspace(1) %0, i64 128
  %21 = tail call range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %22 = zext nneg i32 %21 to i64
  %23 = tail call range(i32 1, -2147483648) i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %24 = zext nneg i32 %23 to i64
  %25 = tail call range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %26 = zext nneg i32 %25 to i64
  %27 = tail call range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %28 = zext nneg i32 %27 to i64
  %29 = mul nuw nsw i64 %24, %28
  %30 = mul nuw nsw i64 %22, %28
  %31 = add nuw nsw i64 %30, %26
  %32 = getelementptr inbounds nuw i8, ptr %6, i64 8
  %33 = load ptr, ptr %32, align 8
  %34 = add i64 %31, %1
  %35 = icmp ult i64 %34, %2
  br i1 %35, label %36, label %166

36:
  %37 = getelementptr inbounds nuw i8, ptr %6, i64 24
  %38 = icmp ugt i64 %3, 2
  %39 = icmp eq i64 %17, 0
  %40 = load i64, ptr @WORDS, align 8
  %41 = icmp eq i64 %40, 0
  %42 = getelementptr inbounds nuw i8, ptr %6, i64 32
  %43 = getelementptr inbounds nuw i8, ptr %6, i64 40
  %44 = icmp eq i64 %3, 1
  %45 = add i64 %3, -3
  %46 = getelementptr inbounds nuw i8, ptr %6, i64 16
  %47 = load i64, ptr @MASKS, align 8
  %48 = lshr i64 %45, 6
  %49 = and i64 %45, 63
  %50 = shl nuw i64 1, %49
  %51 = tail call i64 @llvm.umax.i64(i64 %40, i64 1)
  br label %53

52:
  br i1 %152, label %155, label %166

53:
  %54 = phi i1 [ false, %36 ], [ %152, %151 ]
  %55 = phi i64 [ %34, %36 ], [ %153, %151 ]
  %56 = getelementptr inbounds nuw i64, ptr addrspace(1) %11, i64 %55
  %57 = load i64, ptr addrspace(1) %56, align 8
  %58 = load ptr, ptr %6, align 8
  %59 = load ptr, ptr %37, align 8
  call void @recall(ptr addrspace(1) noundef %9, i64 noundef %57, ptr noundef %58, ptr noundef %59) #11
  br i1 %54, label %60, label %63

60:
  %61 = load ptr, ptr %6, align 8
  %62 = call zeroext i1 @less(ptr noundef %61, ptr noundef %33) #11
  br i1 %62, label %63, label %151

63:
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #10
  store i64 0, ptr %8, align 8
  br i1 %38, label %64, label %72

64:
  %65 = load ptr, ptr %6, align 8
  %66 = load ptr, ptr %46, align 8
  %67 = getelementptr inbounds nuw i64, ptr %66, i64 %47
  call void @promises(ptr noundef %65, ptr noundef %66, ptr noundef %67) #11
  %68 = load ptr, ptr %46, align 8
  %69 = getelementptr inbounds nuw i64, ptr %68, i64 %48
  %70 = load i64, ptr %69, align 8
  %71 = and i64 %70, %50
  br label %133

72:
  switch i64 %3, label %73 [
    i64 0, label %139
    i64 2, label %75
  ]

73:
  %74 = load ptr, ptr %6, align 8
  br label %101

75:
  %76 = load ptr, ptr %6, align 8
  br i1 %39, label %149, label %80

77:
  %78 = add nuw i64 %81, 1
  %79 = icmp eq i64 %78, %17
  br i1 %79, label %149, label %80

80:
  %81 = phi i64 [ %78, %77 ], [ 0, %75 ]
  br i1 %41, label %101, label %82

82:
  %83 = mul i64 %40, %81
  %84 = getelementptr i64, ptr addrspace(1) %15, i64 %83
  br label %87

85:
  %86 = icmp eq i64 %98, 0
  br i1 %86, label %101, label %77

87:
  %88 = phi i64 [ 0, %82 ], [ %99, %87 ]
  %89 = phi i64 [ 0, %82 ], [ %98, %87 ]
  %90 = getelementptr inbounds nuw i64, ptr %76, i64 %88
  %91 = load i64, ptr %90, align 8
  %92 = getelementptr inbounds nuw i64, ptr addrspace(1) %13, i64 %88
  %93 = load i64, ptr addrspace(1) %92, align 8
  %94 = xor i64 %93, %91
  %95 = getelementptr i64, ptr addrspace(1) %84, i64 %88
  %96 = load i64, ptr addrspace(1) %95, align 8
  %97 = and i64 %94, %96
  %98 = or i64 %97, %89
  %99 = add nuw i64 %88, 1
  %100 = icmp eq i64 %99, %40
  br i1 %100, label %85, label %87

101:
  %102 = phi ptr [ %74, %73 ], [ %76, %80 ], [ %76, %85 ]
  %103 = load ptr, ptr %37, align 8
  %104 = load ptr, ptr %42, align 8
  %105 = load ptr, ptr %43, align 8
  %106 = call i64 @successors(ptr noundef %102, ptr noundef %103, ptr noundef %104, ptr noundef %105, ptr noundef nonnull %8) #11
  br i1 %44, label %109, label %107

107:
  %108 = icmp eq i64 %106, 0
  br i1 %108, label %149, label %114

109:
  %110 = load i64, ptr %8, align 8
  br label %133

111:
  %112 = add nuw i64 %115, 1
  %113 = icmp eq i64 %112, %106
  br i1 %113, label %149, label %114

114:
  %115 = phi i64 [ %112, %111 ], [ 0, %107 ]
  br i1 %41, label %149, label %116

116:
  %117 = load ptr, ptr %37, align 8
  %118 = mul i64 %40, %115
  %119 = getelementptr i64, ptr %117, i64 %118
  br label %122

120:
  %121 = icmp eq i64 %130, 0
  br i1 %121, label %139, label %111

122:
  %123 = phi i64 [ 0, %116 ], [ %131, %122 ]
  %124 = phi i64 [ 0, %116 ], [ %130, %122 ]
  %125 = getelementptr i64, ptr %119, i64 %123
  %126 = load i64, ptr %125, align 8
  %127 = getelementptr inbounds nuw i64, ptr addrspace(1) %13, i64 %123
  %128 = load i64, ptr addrspace(1) %127, align 8
  %129 = xor i64 %128, %126
  %130 = or i64 %129, %124
  %131 = add nuw i64 %123, 1
  %132 = icmp eq i64 %131, %40
  br i1 %132, label %120, label %122

133:
  %134 = phi i64 [ %71, %64 ], [ %110, %109 ]
  %135 = icmp eq i64 %134, 0
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #10
  %136 = select i1 %135, i1 true, i1 %41
  %137 = xor i1 %135, true
  %138 = select i1 %137, i1 true, i1 %54
  br i1 %136, label %151, label %140

139:
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #10
  br i1 %41, label %151, label %140

140:
  br label %141

141:
  %142 = phi i64 [ %147, %141 ], [ 0, %140 ]
  %143 = load ptr, ptr %6, align 8
  %144 = getelementptr inbounds nuw i64, ptr %143, i64 %142
  %145 = load i64, ptr %144, align 8
  %146 = getelementptr inbounds nuw i64, ptr %33, i64 %142
  store i64 %145, ptr %146, align 8
  %147 = add nuw i64 %142, 1
  %148 = icmp eq i64 %147, %51
  br i1 %148, label %151, label %141

149:
  %150 = phi i1 [ %54, %107 ], [ %54, %75 ], [ %54, %111 ], [ true, %114 ], [ %54, %77 ]
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #10
  br label %151

151:
  %152 = phi i1 [ %138, %133 ], [ true, %60 ], [ true, %139 ], [ %150, %149 ], [ true, %141 ]
  %153 = add i64 %55, %29
  %154 = icmp ult i64 %153, %2
  br i1 %154, label %53, label %52

155:
  %156 = atomicrmw add ptr addrspace(1) %20, i64 1 syncscope("device") monotonic, align 8
  %157 = mul i64 %40, %156
  %158 = getelementptr inbounds nuw i64, ptr addrspace(1) %19, i64 %157
  br i1 %41, label %166, label %159

159:
  %160 = phi i64 [ %164, %159 ], [ 0, %155 ]
  %161 = getelementptr inbounds nuw i64, ptr %33, i64 %160
  %162 = load i64, ptr %161, align 8
  %163 = getelementptr inbounds nuw i64, ptr addrspace(1) %158, i64 %160
  store i64 %162, ptr addrspace(1) %163, align 8
  %164 = add nuw i64 %160, 1
  %165 = icmp eq i64 %164, %40
  br i1 %165, label %166, label %159

166:
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
