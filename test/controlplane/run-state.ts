import {execFileSync} from 'node:child_process';
import {readFileSync, renameSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';

/** A process together with the moment it started: a pid alone may by now belong to a stranger. */
export type Process = {readonly name: string; readonly pid: number; readonly started: string};

/** What a run directory says about the control plane in it. */
export type RunState = {
  readonly version: string;
  readonly source: 'built' | 'kubebuilder';
  readonly server: string;
  /** What it was made of; a control plane made of something else is not reused. */
  readonly fingerprint: string;
};

/** The files of one run; everything that a control plane writes is below `dir`. */
export const runFiles = (dir: string) => ({
  dir,
  kubeconfig: join(dir, 'kubeconfig'),
  state: join(dir, 'state.json'),
  processes: join(dir, 'processes.json'),
  plan: join(dir, 'plan.json'),
  pki: join(dir, 'pki'),
  logs: join(dir, 'logs'),
  containerLogs: join(dir, 'container-logs.yaml'),
  etcd: join(dir, 'etcd'),
  users: join(dir, 'users'),
});

/** The state of the control plane in `dir`, or nothing when none was ever ready there. */
export const readState = (dir: string): RunState | undefined => readJson(runFiles(dir).state) as RunState | undefined;

/** The processes of the run in `dir` which still are what they were; the supervisor comes first. */
export function livingProcesses(dir: string): readonly Process[] {
  const recorded = (readJson(runFiles(dir).processes) as Process[] | undefined) ?? [];
  return recorded.filter(({pid, started}) => startTime(pid) === started);
}

/** Describes a process that runs now, so that it can be recognised later. */
export function identify(name: string, pid: number): Process | undefined {
  const started = startTime(pid);
  return started === undefined ? undefined : {name, pid, started};
}

/** Writes JSON so that a reader sees the old or the new file, never half of one. */
export function writeJson(file: string, value: unknown): void {
  const next = `${file}.${process.pid}`;
  writeFileSync(next, JSON.stringify(value, undefined, 2), {mode: 0o600});
  renameSync(next, file);
}

/** Another run may sweep the directory away at any moment. */
function readJson(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  return JSON.parse(text);
}

function startTime(pid: number): string | undefined {
  try {
    if (process.platform !== 'linux') {
      return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], {encoding: 'utf8', stdio: 'pipe'}).trim();
    }
    // The command's name, in parentheses, may hold spaces; what follows it begins with field 3.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    const ended = fields[0] === 'Z';
    return ended ? undefined : fields[19];
  } catch {
    return undefined;
  }
}
