import {readFileSync, writeFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';

/** `node scripts/gitlab-component.ts`: copies the installer of the action into the component for GitLab, whose jobs have no other file of this repository. */
const COMPONENT = fileURLToPath(new URL('../templates/gantry.yml', import.meta.url));
const INSTALLER = new URL('action/install.sh', import.meta.url);

/** Returns the text of the component with the current installer. @throws Error if the component has no place for it */
export function gitlabComponent(): string {
  const component = readFileSync(COMPONENT, 'utf8');
  const place = /^( *)# install\.sh: [^\n]*\n[^]*?^ *# end of install\.sh$/m.exec(component);
  const [all = '', indent = ''] = place ?? [];
  if (place === null) throw new Error('templates/gantry.yml has no place for install.sh');
  const lines = readFileSync(INSTALLER, 'utf8').trimEnd().split('\n').slice(1);
  const copied = lines.map((line) => (line === '' ? '' : `${indent}${line}`));
  const [first = ''] = all.split('\n');
  return component.replace(all, () => [first, ...copied, `${indent}# end of install.sh`].join('\n'));
}

if (import.meta.main) writeFileSync(COMPONENT, gitlabComponent());
