; Generated from blocks.c by `make runtime`: change that file, not this one.
; SHA-256 of blocks.c: 5ea758bb180cc367e5305feb9d24d2c9123079c8b1bf78cdb22d96dde4fe0302
define i64 @pack_states(ptr nocapture noundef readonly %0, i64 noundef %1, i64 noundef %2, ptr noundef %3) local_unnamed_addr #0 {
  %5 = mul i64 %2, %1
  %6 = icmp eq i64 %5, 0
  br i1 %6, label %7, label %12

7:
  %8 = phi ptr [ %3, %4 ], [ %79, %22 ]
  %9 = ptrtoint ptr %8 to i64
  %10 = ptrtoint ptr %3 to i64
  %11 = sub i64 %9, %10
  ret i64 %11

12:
  %13 = phi ptr [ %79, %22 ], [ %3, %4 ]
  %14 = phi i64 [ %80, %22 ], [ 0, %4 ]
  %15 = getelementptr inbounds nuw i64, ptr %0, i64 %14
  %16 = load i64, ptr %15, align 8
  %17 = icmp ult i64 %14, %1
  br i1 %17, label %22, label %18

18:
  %19 = sub nuw i64 %14, %1
  %20 = getelementptr inbounds nuw i64, ptr %0, i64 %19
  %21 = load i64, ptr %20, align 8
  br label %22

22:
  %23 = phi i64 [ %21, %18 ], [ 0, %12 ]
  %24 = xor i64 %23, %16
  %25 = getelementptr inbounds nuw i8, ptr %13, i64 1
  %26 = and i64 %24, 9187201950435737471
  %27 = add nuw i64 %26, 9187201950435737471
  %28 = or i64 %27, %24
  %29 = lshr i64 %28, 7
  %30 = and i64 %29, 72340172838076673
  %31 = mul i64 %30, 72624976668147840
  %32 = lshr i64 %31, 56
  %33 = trunc nuw i64 %32 to i8
  store i8 %33, ptr %13, align 1
  %34 = trunc i64 %24 to i8
  store i8 %34, ptr %25, align 1
  %35 = and i64 %24, 255
  %36 = icmp ne i64 %35, 0
  %37 = zext i1 %36 to i64
  %38 = getelementptr inbounds nuw i8, ptr %25, i64 %37
  %39 = lshr i64 %24, 8
  %40 = trunc i64 %39 to i8
  store i8 %40, ptr %38, align 1
  %41 = and i64 %24, 65280
  %42 = icmp ne i64 %41, 0
  %43 = zext i1 %42 to i64
  %44 = getelementptr inbounds nuw i8, ptr %38, i64 %43
  %45 = lshr i64 %24, 16
  %46 = trunc i64 %45 to i8
  store i8 %46, ptr %44, align 1
  %47 = and i64 %24, 16711680
  %48 = icmp ne i64 %47, 0
  %49 = zext i1 %48 to i64
  %50 = getelementptr inbounds nuw i8, ptr %44, i64 %49
  %51 = lshr i64 %24, 24
  %52 = trunc i64 %51 to i8
  store i8 %52, ptr %50, align 1
  %53 = and i64 %24, 4278190080
  %54 = icmp ne i64 %53, 0
  %55 = zext i1 %54 to i64
  %56 = getelementptr inbounds nuw i8, ptr %50, i64 %55
  %57 = lshr i64 %24, 32
  %58 = trunc i64 %57 to i8
  store i8 %58, ptr %56, align 1
  %59 = and i64 %24, 1095216660480
  %60 = icmp ne i64 %59, 0
  %61 = zext i1 %60 to i64
  %62 = getelementptr inbounds nuw i8, ptr %56, i64 %61
  %63 = lshr i64 %24, 40
  %64 = trunc i64 %63 to i8
  store i8 %64, ptr %62, align 1
  %65 = and i64 %24, 280375465082880
  %66 = icmp ne i64 %65, 0
  %67 = zext i1 %66 to i64
  %68 = getelementptr inbounds nuw i8, ptr %62, i64 %67
  %69 = lshr i64 %24, 48
  %70 = trunc i64 %69 to i8
  store i8 %70, ptr %68, align 1
  %71 = and i64 %24, 71776119061217280
  %72 = icmp ne i64 %71, 0
  %73 = zext i1 %72 to i64
  %74 = getelementptr inbounds nuw i8, ptr %68, i64 %73
  %75 = lshr i64 %24, 56
  %76 = trunc nuw i64 %75 to i8
  store i8 %76, ptr %74, align 1
  %77 = icmp ugt i64 %24, 72057594037927935
  %78 = zext i1 %77 to i64
  %79 = getelementptr inbounds nuw i8, ptr %74, i64 %78
  %80 = add nuw i64 %14, 1
  %81 = icmp eq i64 %80, %5
  br i1 %81, label %7, label %12
}

define range(i64 0, 2) i64 @unpack_states(ptr nocapture noundef readonly %0, i64 noundef %1, i64 noundef %2, i64 noundef %3, ptr nocapture noundef %4) local_unnamed_addr #1 {
  %6 = mul i64 %3, %2
  %7 = icmp eq i64 %6, 0
  %8 = icmp eq i64 %1, 0
  %9 = or i1 %7, %8
  br i1 %9, label %56, label %10

10:
  %11 = phi i64 [ %52, %48 ], [ 0, %5 ]
  %12 = phi i64 [ %40, %48 ], [ 0, %5 ]
  %13 = add i64 %12, 1
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 %12
  %15 = load i8, ptr %14, align 1
  %16 = zext i8 %15 to i32
  %17 = sub i64 %1, %13
  %18 = tail call range(i32 0, 9) i32 @llvm.ctpop.i32(i32 %16)
  %19 = zext nneg i32 %18 to i64
  %20 = icmp ult i64 %17, %19
  br i1 %20, label %56, label %23

21:
  %22 = icmp ult i64 %11, %2
  br i1 %22, label %48, label %44

23:
  %24 = phi i64 [ %42, %39 ], [ 0, %10 ]
  %25 = phi i64 [ %41, %39 ], [ 0, %10 ]
  %26 = phi i64 [ %40, %39 ], [ %13, %10 ]
  %27 = trunc nuw nsw i64 %24 to i32
  %28 = shl nuw nsw i32 1, %27
  %29 = and i32 %28, %16
  %30 = icmp eq i32 %29, 0
  br i1 %30, label %39, label %31

31:
  %32 = add i64 %26, 1
  %33 = getelementptr inbounds nuw i8, ptr %0, i64 %26
  %34 = load i8, ptr %33, align 1
  %35 = zext i8 %34 to i64
  %36 = shl nuw nsw i64 %24, 3
  %37 = shl nuw i64 %35, %36
  %38 = or i64 %37, %25
  br label %39

39:
  %40 = phi i64 [ %32, %31 ], [ %26, %23 ]
  %41 = phi i64 [ %38, %31 ], [ %25, %23 ]
  %42 = add nuw nsw i64 %24, 1
  %43 = icmp eq i64 %42, 8
  br i1 %43, label %21, label %23

44:
  %45 = sub nuw i64 %11, %2
  %46 = getelementptr inbounds nuw i64, ptr %4, i64 %45
  %47 = load i64, ptr %46, align 8
  br label %48

48:
  %49 = phi i64 [ %47, %44 ], [ 0, %21 ]
  %50 = xor i64 %49, %41
  %51 = getelementptr inbounds nuw i64, ptr %4, i64 %11
  store i64 %50, ptr %51, align 8
  %52 = add nuw i64 %11, 1
  %53 = icmp uge i64 %52, %6
  %54 = icmp eq i64 %40, %1
  %55 = select i1 %53, i1 true, i1 %54
  br i1 %55, label %56, label %10

56:
  %57 = phi i1 [ %7, %5 ], [ false, %10 ], [ %53, %48 ]
  %58 = phi i64 [ 0, %5 ], [ %13, %10 ], [ %40, %48 ]
  %59 = icmp eq i64 %58, %1
  %60 = select i1 %57, i1 %59, i1 false
  %61 = zext i1 %60 to i64
  ret i64 %61
}

declare i32 @llvm.ctpop.i32(i32) #2

attributes #0 = { nofree norecurse nosync nounwind memory(write, argmem: readwrite, inaccessiblemem: none) }
attributes #1 = { nofree norecurse nosync nounwind memory(argmem: readwrite) }
attributes #2 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
