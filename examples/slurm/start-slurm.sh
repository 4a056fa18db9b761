#!/bin/sh
# Starts Slurm on this one machine, with slurmctld and slurmd from Debian's slurm-wlm and munge, to try array jobs.
#
#     apt-get install slurm-wlm munge
#     ./start-slurm.sh FOLDER        # as root; FOLDER gets the configuration, the state and the logs
#     export SLURM_CONF=FOLDER/slurm.conf
#     ./start-slurm.sh --stop FOLDER
#
# SLURM_CPUS=8 starts as many jobs at a time on fewer processors, which then share them.
set -eu

if [ "$1" = --stop ]; then
  for daemon in slurmd slurmctld munged; do
    [ -f "$2/$daemon.pid" ] && kill "$(cat "$2/$daemon.pid")" 2>/dev/null || true
  done
  exit 0
fi

folder=$(mkdir -p "$1" && cd "$1" && pwd)
host=$(hostname -s)
cpus=${SLURM_CPUS:-$(nproc)}
mkdir -p "$folder/state" "$folder/spool"
chmod 755 "$folder"

# Both daemons and the commands prove to each other who they are.
head -c 1024 /dev/urandom > "$folder/munge.key"
chmod 400 "$folder/munge.key"
munged --force --key-file="$folder/munge.key" --socket="$folder/munge.socket" --pid-file="$folder/munged.pid" \
  --log-file="$folder/munged.log" --seed-file="$folder/munge.seed"

cat > "$folder/slurm.conf" <<CONF
ClusterName=one
SlurmctldHost=$host
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$folder/munge.socket
CredType=cred/munge
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPort=${SLURM_PORT:-26817}
SlurmdPort=$((${SLURM_PORT:-26817} + 1))
ReturnToService=2
MpiDefault=none
SlurmdParameters=config_overrides
JobAcctGatherType=jobacct_gather/none
NodeName=$host CPUs=$cpus State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
CONF

export SLURM_CONF="$folder/slurm.conf"
slurmctld
slurmd
for _ in $(seq 60); do
  if sinfo --noheader --format=%t 2>/dev/null | grep -q idle; then
    echo "export SLURM_CONF=$folder/slurm.conf"
    exit 0
  fi
  sleep 0.5
done
echo "Slurm did not start: see the logs in $folder" >&2
exit 1
