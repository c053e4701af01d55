import {readdirSync} from 'node:fs';
import {join} from 'node:path';
import {leavesProject} from '../../project-link.ts';
import {shownPath} from '../../read-text.ts';
import {untrustedCheckout} from '../../untrusted/checkout.ts';

/**
 * Returns the reason why a chart of the project is not rendered: a link that leads out of the project, which helm would follow, so that a
 * template could print a file of the user. Undefined if no link leads out.
 */
export function refuseLinks(path: string): string | undefined {
  const links = [path, ...linksBelow(path)];
  const leaving = links.find((link) => leavesAnyhow(link));
  if (leaving === undefined) return undefined;
  return untrustedCheckout() === undefined
    ? `${shownPath(leaving)} is a link, or below a link, that leads out of the project`
    : `untrusted mode does not read files outside of the checkout or in its .git: ${shownPath(leaving)}`;
}

function linksBelow(directory: string): readonly string[] {
  try {
    return readdirSync(directory, {recursive: true, withFileTypes: true})
      .filter((entry) => entry.isSymbolicLink())
      .map((entry) => join(entry.parentPath, entry.name));
  } catch {
    // An archive, or no chart at all.
    return [];
  }
}

function leavesAnyhow(path: string): boolean {
  try {
    return leavesProject(path);
  } catch {
    // A link to nothing. Helm reports it.
    return false;
  }
}
