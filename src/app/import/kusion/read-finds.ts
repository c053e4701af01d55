import {GantryError} from '../../../core/failure/failure.ts';
import {settleTwice} from './found-twice.ts';
import type {KusionFinds} from './kusion-finds.ts';
import type {KusionSource} from './kusion-source.ts';
import {readCheckout} from './read-checkout.ts';
import {readHome} from './read-home.ts';

/**
 * Reads everything of Kusion in some sources. A directory may be Kusion's home, a checkout of projects, or both.
 * @throws GantryError `input/usage` for a source that contains nothing of Kusion.
 */
export async function readKusionFinds(sources: readonly KusionSource[]): Promise<KusionFinds> {
  const all = await Promise.all(
    sources.map(async (source) => {
      const [home, checkout] = [await readHome(source), await readCheckout(source)];
      const isEmpty =
        home.workspaces.size +
          home.histories.length +
          checkout.projects.length +
          home.left.length +
          checkout.left.length ===
        0;
      if (isEmpty) throw nothingIn(source);
      return {...home, projects: checkout.projects, left: [...home.left, ...checkout.left]};
    }),
  );
  return settleTwice({
    workspaces: all.flatMap(({workspaces}) => [...workspaces].map(([name, one]) => ({name, ...one}))),
    histories: all.flatMap(({histories}) => histories),
    projects: all.flatMap(({projects}) => projects),
    left: all.flatMap(({left}) => left),
  });
}

const nothingIn = ({name}: KusionSource): GantryError =>
  new GantryError({
    code: 'input/usage',
    message: `${name} contains no files of Kusion`,
    hint: "Pass Kusion's home (~/.kusion, with workspaces/ and releases/), a bucket that holds these, or a directory with project.yaml.",
  });
