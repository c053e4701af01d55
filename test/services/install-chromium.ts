import {execFile} from 'node:child_process';
import {createHash} from 'node:crypto';
import {existsSync, mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {copyFile, mkdir} from 'node:fs/promises';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {withLock} from '../controlplane/lock.ts';
import {CACHE} from './paths.ts';

const run = promisify(execFile);

/** Its lock file has the digest of each package, and `npm ci` refuses any other content. */
const PACKAGE = join(import.meta.dirname, 'chromium');

/** The installed Chromium, its fonts, and the script that checks pages for accessibility. */
export type Chromium = {readonly program: string; readonly fontConfig: string; readonly axe: string};

/** Installs Chromium with npm if necessary, and returns it. Returns undefined without npm, and on machines other than Linux on x64. */
export async function chromium(say: (line: string) => void): Promise<Chromium | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  if ((await run('npm', ['--version']).catch(() => undefined)) === undefined) return undefined;
  const key = createHash('sha256');
  for (const file of [join(PACKAGE, 'package-lock.json'), import.meta.filename]) key.update(readFileSync(file));
  const directory = join(CACHE, 'chromium', key.digest('hex'));
  const found: Chromium = {
    program: join(directory, 'unpacked', 'chromium'),
    fontConfig: join(directory, 'unpacked', 'own-fonts.conf'),
    axe: join(directory, 'node_modules', 'axe-core', 'axe.min.js'),
  };
  const complete = join(directory, '.complete');
  if (existsSync(complete)) return found;
  const wait = () => say('another process is installing Chromium; waiting for it');
  await withLock(`${directory}.lock`, wait, async () => {
    if (existsSync(complete)) return;
    say('installing Chromium (a quarter of a minute)');
    rmSync(directory, {recursive: true, force: true});
    await install(directory);
    writeFonts(join(directory, 'unpacked'), found.fontConfig);
    writeFileSync(complete, '');
  });
  return found;
}

async function install(directory: string): Promise<void> {
  const unpacked = join(directory, 'unpacked');
  await mkdir(unpacked, {recursive: true});
  for (const file of ['package.json', 'package-lock.json']) await copyFile(join(PACKAGE, file), join(directory, file));
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  await run('npm', ['ci', '--prefix', directory, ...quiet], {cwd: directory});
  // The package unpacks its archives into the directory for temporary files.
  const unpack = `await (await import('@sparticuz/chromium')).default.executablePath()`;
  await run(process.execPath, ['--input-type=module', '--eval', unpack], {
    cwd: directory,
    env: {...process.env, TMPDIR: unpacked},
  });
}

/** The fonts of the machine, for characters that the fonts of the package lack. */
const SYSTEM = `<include ignore_missing="yes">/etc/fonts/fonts.conf</include>`;

/** Makes the fonts of the package known, so that a machine without fonts shows texts too, and all show the same. */
function writeFonts(unpacked: string, file: string): void {
  const cache = join(unpacked, 'font-cache');
  mkdirSync(cache, {recursive: true});
  const dirs = `<dir>${join(unpacked, 'fonts')}</dir><cachedir>${cache}</cachedir>${SYSTEM}`;
  writeFileSync(file, `<?xml version="1.0"?><fontconfig>${dirs}</fontconfig>\n`);
}
