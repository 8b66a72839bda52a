#!/bin/sh
# Runs a training command so that it does well on few, shared cores:
#   ./fast_cpu.sh python train_reader.py ...
# The allocator keeps freed memory (a training step asks for the same gigabytes again and again, and the
# page faults cost as much as the arithmetic), in huge pages; waiting threads sleep instead of spinning,
# because a core that spins is a core taken from whoever else uses the machine.
export MALLOC_MMAP_THRESHOLD_=4000000000 MALLOC_TRIM_THRESHOLD_=8000000000 MALLOC_TOP_PAD_=100000000
export THP_MEM_ALLOC_ENABLE=1
export OMP_WAIT_POLICY=PASSIVE GOMP_SPINCOUNT=0
export PYTHONUNBUFFERED=1
exec "$@"
