import {execFile, spawn} from 'node:child_process';
import {createHash} from 'node:crypto';
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
} from 'node:fs';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {withLock} from './lock.ts';
import {
  AGE_SOURCES,
  CACHE,
  GCS_SOURCES,
  GO_SOURCES,
  HELM4_SOURCES,
  KUSTOMIZE_SOURCES,
  SERVICES_SOURCES,
  TERRAFORM_SOURCES,
  TOFU_SOURCES,
} from './paths.ts';

type Target = {
  readonly module: string;
  readonly package: string;
  readonly flags: readonly string[];
  /** More names for the same file, which then does what its name says. */
  readonly links: readonly string[];
  /** Where its module is; absent: beside the control plane's. */
  readonly sources?: string;
};

const VERSION = {gitVersion: 'v1.34.4', gitMajor: '1', gitMinor: '34', gitTreeState: 'clean'};
// Without these kubectl cannot parse the server's version, and the server cannot tell which features it emulates.
const stamp = ['k8s.io/component-base/version', 'k8s.io/client-go/pkg/version'].flatMap((variable) =>
  Object.entries(VERSION).map(([name, value]) => `-X ${variable}.${name}=${value}`),
);
const helmStamp = [
  'internal/version.version=v3.19.5',
  'pkg/chartutil.k8sVersionMajor=1',
  'pkg/chartutil.k8sVersionMinor=34',
].map((variable) => `-X helm.sh/helm/v3/${variable}`);
const kubernetes = ['-tags', 'grpcnotrace', '-ldflags', ['-s -w', ...stamp].join(' ')];

const TARGETS = {
  controlplane: {
    module: 'kubernetes',
    package: '.',
    flags: kubernetes,
    links: ['etcd', 'kube-apiserver', 'kube-controller-manager', 'kube-scheduler'],
  },
  kwok: {module: 'kwok', package: 'sigs.k8s.io/kwok/cmd/kwok', flags: ['-ldflags', '-s -w'], links: []},
  kubectl: {module: 'kubernetes', package: 'k8s.io/kubernetes/cmd/kubectl', flags: kubernetes, links: []},
  helm: {
    module: 'helm',
    package: 'helm.sh/helm/v3/cmd/helm',
    flags: ['-ldflags', ['-s -w', ...helmStamp].join(' ')],
    links: [],
  },
  helm4: {
    module: 'helm',
    package: 'helm.sh/helm/v4/cmd/helm',
    flags: ['-ldflags', '-s -w'],
    links: [],
    sources: HELM4_SOURCES,
  },
  kustomize: {
    module: 'kustomize',
    package: 'sigs.k8s.io/kustomize/kustomize/v5',
    // Without it kustomize calls itself (devel).
    flags: ['-ldflags', '-s -w -X sigs.k8s.io/kustomize/api/provenance.version=v5.6.0'],
    links: [],
    sources: KUSTOMIZE_SOURCES,
  },
  age: {
    module: 'age',
    package: 'filippo.io/age/cmd/age',
    flags: ['-ldflags', '-s -w'],
    links: [],
    sources: AGE_SOURCES,
  },
  minio: {
    module: 'minio',
    package: 'github.com/minio/minio',
    flags: ['-ldflags', '-s -w'],
    links: [],
    sources: SERVICES_SOURCES,
  },
  'fake-gcs': {
    module: 'fake-gcs',
    package: '.',
    flags: ['-ldflags', '-s -w'],
    links: [],
    sources: GCS_SOURCES,
  },
  tofu: {
    module: 'opentofu',
    package: 'github.com/opentofu/opentofu/cmd/tofu',
    // Without it OpenTofu calls itself a development version.
    flags: ['-ldflags', '-s -w -X github.com/opentofu/opentofu/version.dev=no'],
    links: [],
    sources: TOFU_SOURCES,
  },
  'terraform-provider': {
    module: 'provider',
    package: '.',
    flags: ['-ldflags', '-s -w'],
    links: [],
    sources: TERRAFORM_SOURCES,
  },
} as const satisfies Record<string, Target>;
export type TargetName = keyof typeof TARGETS;

/** Where the programs of these sources and this Go are kept; undefined when there is no Go. */
export async function binDirectory(name: TargetName = 'controlplane'): Promise<string | undefined> {
  const {sources = GO_SOURCES}: Target = TARGETS[name];
  const toolchain = await go(['env', 'GOVERSION', 'GOOS', 'GOARCH']).catch(() => undefined);
  if (toolchain === undefined) return undefined;
  const hash = createHash('sha256').update(toolchain);
  for (const file of globSync('**/{go.mod,go.sum,*.go}', {cwd: sources}).toSorted()) {
    hash.update(`\0${file}\0`).update(readFileSync(join(sources, file)));
  }
  return join(CACHE, hash.digest('hex'), 'bin');
}

/** Builds what is not built yet. A program appears by a rename: never half, whoever looks at whatever moment. */
export async function build(bin: string, names: readonly TargetName[], say: (line: string) => void): Promise<void> {
  const missing = () => names.filter((name) => !existsSync(join(bin, name)));
  if (missing().length > 0) {
    await withLock(
      `${bin}.lock`,
      () => say('another process is building; waiting for it'),
      async () => {
        for (const name of missing()) await buildTarget(bin, name, say);
      },
    );
    removeUnused(bin);
  }
  utimesSync(bin, new Date(), new Date());
}

async function buildTarget(bin: string, name: TargetName, say: (line: string) => void): Promise<void> {
  const {module, package: main, flags, links, sources = GO_SOURCES}: Target = TARGETS[name];
  const started = Date.now();
  say(`building ${name} (with an empty Go cache: minutes)`);
  mkdirSync(bin, {recursive: true});
  const output = join(bin, `.${name}.${process.pid}`);
  const args = ['build', '-trimpath', '-buildvcs=false', '-mod=readonly', ...flags, '-o', output, main];
  const child = spawn('go', args, {
    cwd: join(sources, module),
    env: goEnvironment(),
    stdio: ['ignore', 2, 2],
  });
  const code = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve));
  if (code !== 0) throw new Error(`go ${args.join(' ')} ended with ${code}`);
  for (const link of links) {
    if (!existsSync(join(bin, link))) symlinkSync(name, join(bin, link));
  }
  renameSync(output, join(bin, name));
  say(`built ${name} in ${Math.round((Date.now() - started) / 1000)} s`);
}

// 250 MB for each version of the sources add up; a month without use is long enough.
function removeUnused(bin: string): void {
  const month = 30 * 86_400_000;
  for (const key of readdirSync(CACHE).filter((entry) => /^[0-9a-f]{64}$/.test(entry))) {
    const other = join(CACHE, key, 'bin');
    const unused = other !== bin && existsSync(other) && Date.now() - statSync(other).mtimeMs > month;
    if (unused) rmSync(join(CACHE, key), {recursive: true, force: true});
  }
}

async function go(args: readonly string[]): Promise<string> {
  // kwok's module asks for the newest Go of all: this is the toolchain that builds it.
  const {stdout} = await promisify(execFile)('go', args, {cwd: join(GO_SOURCES, 'kwok'), env: goEnvironment()});
  return stdout;
}

// No C compiler needed, and nothing of a user's own workspace or flags in what is built.
const goEnvironment = () => ({...process.env, CGO_ENABLED: '0', GOWORK: 'off', GOFLAGS: ''});
