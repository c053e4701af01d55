import {createHash} from 'node:crypto';
import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {binDirectory, build} from '../controlplane/build.ts';
import {createAuthority, issueLeaf} from '../controlplane/certificate.ts';
import type {PlannedProcess} from '../controlplane/processes.ts';
import {azurite} from './install-azurite.ts';
import {pythonWithMoto} from './install-moto.ts';

export const SERVICES = ['minio', 'minio-plain', 'moto', 'fake-gcs', 'azurite'] as const;
export type ServiceName = (typeof SERVICES)[number];

/** What S3 can be signed in at with; of no use anywhere else. */
export const ROOT = {accessKeyId: 'gantry-test-root', secretAccessKey: 'gantry-test-root-secret'};

/** The storage account of the emulator of Azure. */
export const AZURE_ACCOUNT = {name: 'gantrytest', key: Buffer.from('gantry-test-account-key').toString('base64')};

/** How one service is made; the port is free. */
export type Service = {
  /** What it was made of: one that was made of something else is not reused. Undefined: it cannot be had here. */
  readonly program: (say: (line: string) => void) => Promise<string | undefined>;
  readonly needs: string;
  readonly tls: boolean;
  readonly plan: (run: {readonly program: string; readonly dir: string; readonly port: number}) => PlannedProcess;
  /** Answers 200 when it is ready, or what `readyStatus` says. */
  readonly ready: string;
  readonly readyStatus?: number;
};

const built =
  (name: 'minio' | 'fake-gcs'): Service['program'] =>
  async (say) => {
    const bin = await binDirectory(name);
    if (bin === undefined) return undefined;
    await build(bin, [name], say);
    return join(bin, name);
  };

const minio = (tls: boolean): Service => ({
  program: built('minio'),
  needs: 'Go, which builds MinIO',
  tls,
  ready: '/minio/health/ready',
  plan: ({program, dir, port}) => ({
    name: 'minio',
    file: program,
    args: ['server', '--quiet', '--address', `127.0.0.1:${port}`, '--certs-dir', join(dir, 'pki'), join(dir, 'data')],
    after: 'nothing',
    env: {
      MINIO_ROOT_USER: ROOT.accessKeyId,
      MINIO_ROOT_PASSWORD: ROOT.secretAccessKey,
      MINIO_BROWSER: 'off',
      MINIO_UPDATE: 'off',
      // For encryption on the server: AES256 and aws:kms.
      MINIO_KMS_SECRET_KEY: `gantry-test:${createHash('sha256').update('gantry').digest('base64')}`,
    },
  }),
});

export const SERVICE: Readonly<Record<ServiceName, Service>> = {
  minio: minio(true),
  'minio-plain': minio(false),
  moto: {
    program: pythonWithMoto,
    needs: 'Python 3, which runs moto',
    tls: false,
    ready: '/moto-api/',
    plan: ({program, port}) => ({
      name: 'moto',
      file: program,
      args: ['-c', ONE_AT_A_TIME, String(port)],
      after: 'nothing',
    }),
  },
  'fake-gcs': {
    program: built('fake-gcs'),
    needs: 'Go, which builds fake-gcs-server',
    tls: true,
    ready: '/_internal/healthcheck',
    plan: ({program, dir, port}) => ({
      name: 'fake-gcs',
      file: program,
      args: [`127.0.0.1:${port}`, join(dir, 'pki', 'public.crt'), join(dir, 'pki', 'private.key')],
      after: 'nothing',
    }),
  },
  azurite: {
    program: azurite,
    needs: 'npm, which installs Azurite',
    tls: true,
    // It has no address of its own for that: this request is not whole, and refused without a login.
    ready: '/',
    readyStatus: 400,
    plan: ({program, dir, port}) => ({
      name: 'azurite',
      file: process.execPath,
      args: [
        program,
        '--blobHost=127.0.0.1',
        `--blobPort=${port}`,
        `--cert=${join(dir, 'pki', 'public.crt')}`,
        `--key=${join(dir, 'pki', 'private.key')}`,
        '--inMemoryPersistence',
        '--silent',
        '--disableTelemetry',
      ],
      after: 'nothing',
      env: {AZURITE_ACCOUNTS: `${AZURE_ACCOUNT.name}:${AZURE_ACCOUNT.key}`},
    }),
  },
};

// Threads of moto look and write in two steps, so that of many who create one object several do. S3 does not.
const ONE_AT_A_TIME = `
import logging, sys
from moto.server import DomainDispatcherApplication, create_backend_app
from werkzeug.serving import run_simple
logging.getLogger("werkzeug").setLevel(logging.ERROR)
run_simple("127.0.0.1", int(sys.argv[1]), DomainDispatcherApplication(create_backend_app), threaded=False)
`;

/** The authority of one run, and the server's certificate where MinIO looks for it. Answers the authority's file. */
export function writeCertificates(dir: string): string {
  const authority = createAuthority();
  const {cert, key} = issueLeaf(authority, {name: 'gantry-test', server: {dns: ['localhost'], ips: ['127.0.0.1']}});
  const pki = join(dir, 'pki');
  mkdirSync(pki, {recursive: true, mode: 0o700});
  const write = (name: string, text: string) => writeFileSync(join(pki, name), text, {mode: 0o600});
  write('public.crt', cert);
  write('private.key', key);
  write('authority.pem', authority.cert);
  return join(pki, 'authority.pem');
}

/** Of everything that makes one service differ from another. */
export const fingerprintOf = (name: ServiceName, program: string): string =>
  createHash('sha256')
    .update(`${name}\0${program}\0`)
    .update(readFileSync(import.meta.filename))
    .digest('hex');
