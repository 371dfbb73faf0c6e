; Generated from kernels.c by `make runtime`: change that file, not this one.
; SHA-256 of kernels.c: fbfac0e2b976f5c563bd20777572836a281735b06e899b7afc30eb6be80ad244
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
  br i1 %31, label %37, label %71

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
  br i1 %41, label %76, label %42

42:
  %43 = udiv i64 %40, %19
  %44 = add nuw nsw i64 %20, %16
  %45 = add i64 %44, %1
  %46 = and i64 %3, 2
  %47 = icmp ne i64 %46, 0
  %48 = getelementptr inbounds nuw i8, ptr %8, i64 32
  %49 = getelementptr inbounds nuw i8, ptr %6, i64 8
  %50 = and i64 %3, 1
  %51 = icmp eq i64 %50, 0
  %52 = getelementptr inbounds nuw i8, ptr %8, i64 80
  %53 = load i64, ptr @CURSORS, align 8
  %54 = icmp eq i64 %53, 0
  %55 = getelementptr inbounds nuw i8, ptr %6, i64 48
  %56 = getelementptr inbounds nuw i8, ptr %6, i64 24
  %57 = getelementptr inbounds nuw i8, ptr %6, i64 32
  %58 = icmp ugt i64 %53, 1
  %59 = load i64, ptr @WORDS, align 8
  %60 = getelementptr inbounds nuw i32, ptr %22, i64 %27
  %61 = getelementptr inbounds nuw i8, ptr %9, i64 8
  %62 = getelementptr inbounds nuw i8, ptr %8, i64 16
  %63 = getelementptr inbounds nuw i8, ptr %8, i64 24
  %64 = getelementptr inbounds nuw i8, ptr addrspace(1) %0, i64 72
  %65 = tail call range(i32 0, 32) i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %66 = icmp eq i32 %65, 0
  %67 = getelementptr inbounds nuw i8, ptr addrspace(1) %0, i64 40
  %68 = shl nsw i32 -1, %65
  %69 = xor i32 %68, -1
  %70 = tail call i64 @llvm.umax.i64(i64 %43, i64 1)
  br label %78

71:
  %72 = phi i64 [ %74, %71 ], [ 0, %30 ]
  %73 = getelementptr inbounds nuw i64, ptr %26, i64 %72
  store i64 0, ptr %73, align 8
  %74 = add nuw i64 %72, 1
  %75 = icmp eq i64 %74, %25
  br i1 %75, label %37, label %71

76:
  %77 = phi i64 [ 0, %37 ], [ %145, %264 ]
  call void @llvm.nvvm.barrier0()
  br i1 %29, label %270, label %267

78:
  %79 = phi i64 [ 0, %42 ], [ %145, %264 ]
  %80 = phi i64 [ 0, %42 ], [ %265, %264 ]
  %81 = mul i64 %80, %19
  %82 = add i64 %45, %81
  %83 = icmp ult i64 %82, %2
  %84 = and i1 %47, %83
  br i1 %83, label %85, label %111

85:
  %86 = load ptr addrspace(1), ptr %8, align 8
  %87 = load ptr addrspace(1), ptr %48, align 8
  %88 = getelementptr inbounds nuw i64, ptr addrspace(1) %87, i64 %82
  %89 = load i64, ptr addrspace(1) %88, align 8
  %90 = load ptr, ptr %6, align 8
  %91 = load ptr, ptr %49, align 8
  call void @recall(ptr addrspace(1) noundef %86, i64 noundef %89, ptr noundef %90, ptr noundef %91) #11
  br i1 %51, label %111, label %92

92:
  %93 = load ptr, ptr %6, align 8
  call void @promises(ptr noundef %93, ptr noundef %24, ptr noundef %26) #11
  br i1 %31, label %111, label %94

94:
  %95 = phi i64 [ %109, %108 ], [ 0, %92 ]
  %96 = load ptr addrspace(1), ptr %52, align 8
  %97 = getelementptr inbounds nuw i64, ptr addrspace(1) %96, i64 %95
  %98 = getelementptr inbounds nuw i64, ptr %24, i64 %95
  %99 = load i64, ptr %98, align 8
  %100 = icmp eq i64 %99, 0
  br i1 %100, label %108, label %101

101:
  %102 = load atomic i64, ptr addrspace(1) %97 syncscope("device") monotonic, align 8
  %103 = xor i64 %102, -1
  %104 = and i64 %99, %103
  %105 = icmp eq i64 %104, 0
  br i1 %105, label %108, label %106

106:
  %107 = atomicrmw or ptr addrspace(1) %97, i64 %99 syncscope("device") monotonic, align 8
  br label %108

108:
  %109 = add nuw i64 %95, 1
  %110 = icmp eq i64 %109, %25
  br i1 %110, label %111, label %94

111:
  br i1 %54, label %118, label %112

112:
  %113 = phi i64 [ %116, %112 ], [ 0, %111 ]
  %114 = load ptr, ptr %55, align 8
  %115 = getelementptr inbounds nuw i64, ptr %114, i64 %113
  store i64 0, ptr %115, align 8
  %116 = add nuw i64 %113, 1
  %117 = icmp eq i64 %116, %53
  br i1 %117, label %118, label %112

118:
  br label %119

119:
  %120 = phi i1 [ %138, %261 ], [ %84, %118 ]
  %121 = phi i64 [ %145, %261 ], [ %79, %118 ]
  br i1 %120, label %122, label %130

122:
  %123 = load ptr, ptr %55, align 8
  store i64 0, ptr %123, align 8
  %124 = load ptr, ptr %6, align 8
  %125 = load ptr, ptr %56, align 8
  %126 = load ptr, ptr %57, align 8
  %127 = load ptr, ptr %21, align 8
  %128 = load ptr, ptr %55, align 8
  %129 = call i64 @successors(ptr noundef %124, ptr noundef %125, ptr noundef %126, ptr noundef %127, ptr noundef nonnull %10, ptr noundef %128) #11
  br label %130

130:
  %131 = phi i64 [ %129, %122 ], [ 0, %119 ]
  %132 = and i1 %58, %120
  br i1 %132, label %133, label %137

133:
  %134 = load ptr, ptr %55, align 8
  %135 = load i64, ptr %134, align 8
  %136 = icmp ne i64 %135, 0
  br label %137

137:
  %138 = phi i1 [ false, %130 ], [ %136, %133 ]
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  br label %139

139:
  %140 = phi i64 [ 0, %137 ], [ %260, %259 ]
  %141 = icmp ult i64 %140, %131
  %142 = call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 %141)
  %143 = icmp eq i32 %142, 0
  br i1 %143, label %144, label %146

144:
  %145 = add i64 %131, %121
  br i1 %58, label %261, label %264

146:
  %147 = load ptr, ptr %56, align 8
  %148 = mul i64 %59, %140
  %149 = getelementptr inbounds nuw i64, ptr %147, i64 %148
  br i1 %141, label %150, label %230

150:
  %151 = load ptr, ptr %6, align 8
  %152 = call zeroext i1 @same(ptr noundef %149, ptr noundef %151) #11
  br i1 %152, label %230, label %153

153:
  %154 = load ptr, ptr %57, align 8
  %155 = getelementptr inbounds nuw i16, ptr %154, i64 %140
  %156 = load i16, ptr %155, align 2
  %157 = zext i16 %156 to i64
  %158 = getelementptr inbounds nuw i32, ptr %60, i64 %157
  %159 = atomicrmw add ptr %158, i32 1 syncscope("device") monotonic, align 4
  %160 = load ptr, ptr %49, align 8
  %161 = call i64 @key_of(ptr noundef nonnull %8, ptr noundef %149, ptr noundef %160, ptr noundef nonnull %9) #11
  %162 = load i64, ptr %61, align 8
  %163 = icmp eq i64 %162, 0
  br i1 %163, label %164, label %223

164:
  %165 = load ptr addrspace(1), ptr %62, align 8
  %166 = load i64, ptr %63, align 8
  %167 = icmp eq i64 %161, -1
  br i1 %167, label %168, label %174

168:
  %169 = getelementptr inbounds nuw i64, ptr addrspace(1) %165, i64 %166
  %170 = getelementptr inbounds nuw i8, ptr addrspace(1) %169, i64 8
  %171 = cmpxchg ptr addrspace(1) %170, i64 -1, i64 0 syncscope("device") monotonic monotonic, align 8
  %172 = extractvalue { i64, i1 } %171, 1
  %173 = zext i1 %172 to i64
  br label %219

174:
  %175 = icmp eq i64 %166, 0
  br i1 %175, label %219, label %176

176:
  %177 = zext i64 %166 to i128
  %178 = lshr i64 %161, 33
  %179 = xor i64 %178, %161
  %180 = mul i64 %179, -49064778989728563
  %181 = lshr i64 %180, 33
  %182 = xor i64 %181, %180
  %183 = mul i64 %182, -4265267296055464877
  %184 = lshr i64 %183, 33
  %185 = xor i64 %184, %183
  %186 = zext i64 %185 to i128
  %187 = mul nuw i128 %177, %186
  %188 = lshr i128 %187, 64
  %189 = trunc nuw i128 %188 to i64
  br label %193

190:
  %191 = add i64 %194, -1
  %192 = icmp eq i64 %191, 0
  br i1 %192, label %219, label %193

193:
  %194 = phi i64 [ %191, %190 ], [ %166, %176 ]
  %195 = phi i64 [ %217, %190 ], [ %189, %176 ]
  %196 = phi i64 [ %216, %190 ], [ undef, %176 ]
  %197 = phi i64 [ %215, %190 ], [ 0, %176 ]
  %198 = getelementptr inbounds nuw i64, ptr addrspace(1) %165, i64 %195
  %199 = load atomic i64, ptr addrspace(1) %198 syncscope("device") monotonic, align 8
  %200 = icmp eq i64 %199, -1
  br i1 %200, label %201, label %207

201:
  %202 = cmpxchg ptr addrspace(1) %198, i64 -1, i64 %161 syncscope("device") monotonic monotonic, align 8
  %203 = extractvalue { i64, i1 } %202, 0
  %204 = extractvalue { i64, i1 } %202, 1
  br i1 %204, label %205, label %207

205:
  %206 = add i64 %197, 1
  br label %214

207:
  %208 = phi i64 [ %203, %201 ], [ %199, %193 ]
  %209 = icmp eq i64 %208, %161
  br i1 %209, label %214, label %210

210:
  %211 = add i64 %195, 1
  %212 = icmp eq i64 %211, %166
  %213 = select i1 %212, i64 0, i64 %211
  br label %214

214:
  %215 = phi i64 [ %206, %205 ], [ %197, %207 ], [ %197, %210 ]
  %216 = phi i64 [ %195, %205 ], [ %195, %207 ], [ %196, %210 ]
  %217 = phi i64 [ %195, %205 ], [ %195, %207 ], [ %213, %210 ]
  %218 = phi i1 [ false, %205 ], [ false, %207 ], [ true, %210 ]
  br i1 %218, label %190, label %219

219:
  %220 = phi i64 [ %173, %168 ], [ 0, %174 ], [ %215, %190 ], [ %215, %214 ]
  %221 = phi i64 [ %166, %168 ], [ -1, %174 ], [ %216, %214 ], [ -1, %190 ]
  %222 = icmp eq i64 %221, -1
  br i1 %222, label %223, label %230

223:
  %224 = phi i64 [ %220, %219 ], [ 0, %153 ]
  %225 = load atomic i64, ptr addrspace(1) %64 syncscope("device") monotonic, align 8
  %226 = and i64 %225, 1
  %227 = icmp eq i64 %226, 0
  br i1 %227, label %228, label %230

228:
  %229 = atomicrmw or ptr addrspace(1) %64, i64 1 syncscope("device") monotonic, align 8
  br label %230

230:
  %231 = phi i64 [ %220, %219 ], [ %224, %223 ], [ %224, %228 ], [ 0, %150 ], [ 0, %146 ]
  %232 = phi i64 [ %161, %219 ], [ %161, %223 ], [ %161, %228 ], [ 0, %150 ], [ 0, %146 ]
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %233 = load ptr addrspace(1), ptr %48, align 8
  %234 = icmp ne i64 %231, 0
  %235 = call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 %234)
  %236 = icmp eq i32 %235, 0
  br i1 %236, label %259, label %237

237:
  br i1 %66, label %238, label %242

238:
  %239 = call range(i32 1, 33) i32 @llvm.ctpop.i32(i32 %235)
  %240 = zext nneg i32 %239 to i64
  %241 = atomicrmw add ptr addrspace(1) %67, i64 %240 syncscope("device") monotonic, align 8
  br label %242

242:
  %243 = phi i64 [ 0, %237 ], [ %241, %238 ]
  %244 = trunc i64 %243 to i32
  %245 = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %244, i32 0, i32 31)
  %246 = lshr i64 %243, 32
  %247 = trunc nuw i64 %246 to i32
  %248 = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %247, i32 0, i32 31)
  br i1 %234, label %249, label %259

249:
  %250 = zext i32 %248 to i64
  %251 = shl nuw i64 %250, 32
  %252 = zext i32 %245 to i64
  %253 = or disjoint i64 %251, %252
  %254 = getelementptr i64, ptr addrspace(1) %233, i64 %253
  %255 = and i32 %235, %69
  %256 = call range(i32 0, 32) i32 @llvm.ctpop.i32(i32 %255)
  %257 = zext nneg i32 %256 to i64
  %258 = getelementptr i64, ptr addrspace(1) %254, i64 %257
  store i64 %232, ptr addrspace(1) %258, align 8
  br label %259

259:
  %260 = add i64 %140, 1
  br label %139

261:
  %262 = call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 %138)
  %263 = icmp eq i32 %262, 0
  br i1 %263, label %264, label %119

264:
  %265 = add nuw i64 %80, 1
  %266 = icmp eq i64 %265, %70
  br i1 %266, label %76, label %78

267:
  br i1 %31, label %282, label %268

268:
  %269 = getelementptr inbounds nuw i8, ptr %8, i64 88
  br label %299

270:
  %271 = phi i64 [ %280, %279 ], [ %16, %76 ]
  %272 = getelementptr inbounds nuw i32, ptr %22, i64 %271
  %273 = load i32, ptr %272, align 4
  %274 = icmp eq i32 %273, 0
  br i1 %274, label %279, label %275

275:
  %276 = zext i32 %273 to i64
  %277 = getelementptr inbounds nuw i64, ptr addrspace(1) %4, i64 %271
  %278 = atomicrmw add ptr addrspace(1) %277, i64 %276 syncscope("device") monotonic, align 8
  br label %279

279:
  %280 = add i64 %271, %18
  %281 = icmp ult i64 %280, %28
  br i1 %281, label %270, label %267

282:
  %283 = getelementptr inbounds nuw i8, ptr addrspace(1) %0, i64 56
  %284 = atomicrmw add ptr addrspace(1) %283, i64 %77 syncscope("device") monotonic, align 8
  %285 = getelementptr inbounds nuw i8, ptr addrspace(1) %0, i64 48
  %286 = load i64, ptr %9, align 8
  %287 = atomicrmw add ptr addrspace(1) %285, i64 %286 syncscope("device") monotonic, align 8
  %288 = getelementptr inbounds nuw i8, ptr addrspace(1) %0, i64 64
  %289 = load i64, ptr %10, align 8
  %290 = icmp eq i64 %289, 0
  br i1 %290, label %298, label %291

291:
  %292 = load atomic i64, ptr addrspace(1) %288 syncscope("device") monotonic, align 8
  %293 = xor i64 %292, -1
  %294 = and i64 %289, %293
  %295 = icmp eq i64 %294, 0
  br i1 %295, label %298, label %296

296:
  %297 = atomicrmw or ptr addrspace(1) %288, i64 %289 syncscope("device") monotonic, align 8
  br label %298

298:
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %10) #10
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %9) #10
  call void @llvm.lifetime.end.p0(i64 136, ptr nonnull %8) #10
  ret void

299:
  %300 = phi i64 [ 0, %268 ], [ %314, %313 ]
  %301 = load ptr addrspace(1), ptr %269, align 8
  %302 = getelementptr inbounds nuw i64, ptr addrspace(1) %301, i64 %300
  %303 = getelementptr inbounds nuw i64, ptr %26, i64 %300
  %304 = load i64, ptr %303, align 8
  %305 = icmp eq i64 %304, 0
  br i1 %305, label %313, label %306

306:
  %307 = load atomic i64, ptr addrspace(1) %302 syncscope("device") monotonic, align 8
  %308 = xor i64 %307, -1
  %309 = and i64 %304, %308
  %310 = icmp eq i64 %309, 0
  br i1 %310, label %313, label %311

311:
  %312 = atomicrmw or ptr addrspace(1) %302, i64 %304 syncscope("device") monotonic, align 8
  br label %313

313:
  %314 = add nuw i64 %300, 1
  %315 = icmp eq i64 %314, %25
  br i1 %315, label %282, label %299
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
  br i1 %35, label %36, label %188

36:
  %37 = getelementptr inbounds nuw i8, ptr %6, i64 24
  %38 = icmp ugt i64 %3, 2
  %39 = icmp eq i64 %3, 0
  %40 = icmp ne i64 %3, 2
  %41 = icmp eq i64 %17, 0
  %42 = load i64, ptr @WORDS, align 8
  %43 = icmp eq i64 %42, 0
  %44 = load i64, ptr @CURSORS, align 8
  %45 = icmp eq i64 %44, 0
  %46 = getelementptr inbounds nuw i8, ptr %6, i64 48
  %47 = getelementptr inbounds nuw i8, ptr %6, i64 32
  %48 = getelementptr inbounds nuw i8, ptr %6, i64 40
  %49 = icmp ugt i64 %44, 1
  %50 = icmp eq i64 %3, 1
  %51 = add i64 %3, -3
  %52 = getelementptr inbounds nuw i8, ptr %6, i64 16
  %53 = load i64, ptr @MASKS, align 8
  %54 = lshr i64 %51, 6
  %55 = and i64 %51, 63
  %56 = shl nuw i64 1, %55
  %57 = icmp ne i64 %42, 0
  %58 = tail call i64 @llvm.umax.i64(i64 %42, i64 1)
  br label %60

59:
  br i1 %174, label %177, label %188

60:
  %61 = phi i1 [ false, %36 ], [ %174, %173 ]
  %62 = phi i64 [ %34, %36 ], [ %175, %173 ]
  %63 = getelementptr inbounds nuw i64, ptr addrspace(1) %11, i64 %62
  %64 = load i64, ptr addrspace(1) %63, align 8
  %65 = load ptr, ptr %6, align 8
  %66 = load ptr, ptr %37, align 8
  call void @recall(ptr addrspace(1) noundef %9, i64 noundef %64, ptr noundef %65, ptr noundef %66) #11
  br i1 %61, label %67, label %70

67:
  %68 = load ptr, ptr %6, align 8
  %69 = call zeroext i1 @less(ptr noundef %68, ptr noundef %33) #11
  br i1 %69, label %70, label %173

70:
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #10
  store i64 0, ptr %8, align 8
  br i1 %38, label %71, label %80

71:
  %72 = load ptr, ptr %6, align 8
  %73 = load ptr, ptr %52, align 8
  %74 = getelementptr inbounds nuw i64, ptr %73, i64 %53
  call void @promises(ptr noundef %72, ptr noundef %73, ptr noundef %74) #11
  %75 = load ptr, ptr %52, align 8
  %76 = getelementptr inbounds nuw i64, ptr %75, i64 %54
  %77 = load i64, ptr %76, align 8
  %78 = and i64 %77, %56
  %79 = icmp ne i64 %78, 0
  br label %158

80:
  br i1 %39, label %162, label %81

81:
  br i1 %40, label %108, label %82

82:
  %83 = load ptr, ptr %6, align 8
  br i1 %41, label %172, label %87

84:
  %85 = add nuw i64 %88, 1
  %86 = icmp eq i64 %85, %17
  br i1 %86, label %172, label %87

87:
  %88 = phi i64 [ %85, %84 ], [ 0, %82 ]
  br i1 %43, label %108, label %89

89:
  %90 = mul i64 %42, %88
  %91 = getelementptr i64, ptr addrspace(1) %15, i64 %90
  br label %94

92:
  %93 = icmp eq i64 %105, 0
  br i1 %93, label %108, label %84

94:
  %95 = phi i64 [ 0, %89 ], [ %106, %94 ]
  %96 = phi i64 [ 0, %89 ], [ %105, %94 ]
  %97 = getelementptr inbounds nuw i64, ptr %83, i64 %95
  %98 = load i64, ptr %97, align 8
  %99 = getelementptr inbounds nuw i64, ptr addrspace(1) %13, i64 %95
  %100 = load i64, ptr addrspace(1) %99, align 8
  %101 = xor i64 %100, %98
  %102 = getelementptr i64, ptr addrspace(1) %91, i64 %95
  %103 = load i64, ptr addrspace(1) %102, align 8
  %104 = and i64 %101, %103
  %105 = or i64 %104, %96
  %106 = add nuw i64 %95, 1
  %107 = icmp eq i64 %106, %42
  br i1 %107, label %92, label %94

108:
  br i1 %45, label %109, label %111

109:
  %110 = load ptr, ptr %46, align 8
  br label %117

111:
  %112 = phi i64 [ %115, %111 ], [ 0, %108 ]
  %113 = load ptr, ptr %46, align 8
  %114 = getelementptr inbounds nuw i64, ptr %113, i64 %112
  store i64 0, ptr %114, align 8
  %115 = add nuw i64 %112, 1
  %116 = icmp eq i64 %115, %44
  br i1 %116, label %109, label %111

117:
  %118 = phi ptr [ %110, %109 ], [ %151, %150 ]
  store i64 0, ptr %118, align 8
  %119 = load ptr, ptr %6, align 8
  %120 = load ptr, ptr %37, align 8
  %121 = load ptr, ptr %47, align 8
  %122 = load ptr, ptr %48, align 8
  %123 = load ptr, ptr %46, align 8
  %124 = call i64 @successors(ptr noundef %119, ptr noundef %120, ptr noundef %121, ptr noundef %122, ptr noundef nonnull %8, ptr noundef %123) #11
  %125 = icmp eq i64 %124, 0
  %126 = or i1 %40, %125
  br i1 %126, label %149, label %130

127:
  %128 = add nuw i64 %131, 1
  %129 = icmp ult i64 %128, %124
  br i1 %129, label %130, label %149

130:
  %131 = phi i64 [ %128, %127 ], [ 0, %117 ]
  br i1 %43, label %162, label %132

132:
  %133 = load ptr, ptr %37, align 8
  %134 = mul i64 %42, %131
  %135 = getelementptr i64, ptr %133, i64 %134
  br label %138

136:
  %137 = icmp eq i64 %146, 0
  br i1 %137, label %162, label %127

138:
  %139 = phi i64 [ 0, %132 ], [ %147, %138 ]
  %140 = phi i64 [ 0, %132 ], [ %146, %138 ]
  %141 = getelementptr i64, ptr %135, i64 %139
  %142 = load i64, ptr %141, align 8
  %143 = getelementptr inbounds nuw i64, ptr addrspace(1) %13, i64 %139
  %144 = load i64, ptr addrspace(1) %143, align 8
  %145 = xor i64 %144, %142
  %146 = or i64 %145, %140
  %147 = add nuw i64 %139, 1
  %148 = icmp eq i64 %147, %42
  br i1 %148, label %136, label %138

149:
  br i1 %49, label %150, label %154

150:
  %151 = load ptr, ptr %46, align 8
  %152 = load i64, ptr %151, align 8
  %153 = icmp eq i64 %152, 0
  br i1 %153, label %154, label %117

154:
  %155 = load i64, ptr %8, align 8
  %156 = icmp ne i64 %155, 0
  %157 = select i1 %50, i1 %156, i1 false
  br label %158

158:
  %159 = phi i1 [ %79, %71 ], [ %157, %154 ]
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #10
  %160 = select i1 %159, i1 %57, i1 false
  %161 = select i1 %159, i1 true, i1 %61
  br i1 %160, label %163, label %173

162:
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #10
  br i1 %57, label %163, label %173

163:
  br label %164

164:
  %165 = phi i64 [ %170, %164 ], [ 0, %163 ]
  %166 = load ptr, ptr %6, align 8
  %167 = getelementptr inbounds nuw i64, ptr %166, i64 %165
  %168 = load i64, ptr %167, align 8
  %169 = getelementptr inbounds nuw i64, ptr %33, i64 %165
  store i64 %168, ptr %169, align 8
  %170 = add nuw i64 %165, 1
  %171 = icmp eq i64 %170, %58
  br i1 %171, label %173, label %164

172:
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #10
  br label %173

173:
  %174 = phi i1 [ %161, %158 ], [ true, %67 ], [ %61, %172 ], [ true, %162 ], [ true, %164 ]
  %175 = add i64 %62, %29
  %176 = icmp ult i64 %175, %2
  br i1 %176, label %60, label %59

177:
  %178 = atomicrmw add ptr addrspace(1) %20, i64 1 syncscope("device") monotonic, align 8
  %179 = mul i64 %42, %178
  %180 = getelementptr inbounds nuw i64, ptr addrspace(1) %19, i64 %179
  br i1 %43, label %188, label %181

181:
  %182 = phi i64 [ %186, %181 ], [ 0, %177 ]
  %183 = getelementptr inbounds nuw i64, ptr %33, i64 %182
  %184 = load i64, ptr %183, align 8
  %185 = getelementptr inbounds nuw i64, ptr addrspace(1) %180, i64 %182
  store i64 %184, ptr addrspace(1) %185, align 8
  %186 = add nuw i64 %182, 1
  %187 = icmp eq i64 %186, %42
  br i1 %187, label %188, label %181

188:
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
