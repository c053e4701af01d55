import {readFileSync, rmSync, writeFileSync} from 'node:fs';
import {type Lock, publishedLock} from './published-lock.ts';

/**
 * Writes npm-shrinkwrap.json before `npm pack`, and removes it afterwards (`--remove`): in a checkout npm would read it in place of
 * package-lock.json.
 */
const FILE = 'npm-shrinkwrap.json';

rmSync(FILE, {force: true});
if (!process.argv.includes('--remove')) {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
  writeFileSync(FILE, `${JSON.stringify(publishedLock(lock), null, 2)}\n`);
}
