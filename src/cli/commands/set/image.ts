import type {Command} from 'commander';
import type {setImages} from '../../../app/set-images.ts';
import {setImagesText} from '../../../ui/text/stack/set-images-text.ts';
import type {OpenSession} from '../../session.ts';

/** The use case behind `gantry set image`. Tests pass their own. */
export type SetImages = typeof setImages;

const setLazily: SetImages = async (request, deps) =>
  (await import('../../../app/set-images.ts')).setImages(request, deps);

/** Defines `gantry set image NAME=REF…`. */
export const defineSetImage = (command: Command, open: OpenSession, run: SetImages = setLazily): Command =>
  command
    .argument('<name=ref...>', 'images by the name that the manifests use, for example nginx=nginx:1.28 or nginx=:1.28')
    .action(async (images: readonly string[]) => {
      const session = await open();
      const set = await run({...session.globals.stack, images}, session.deps);
      await session.print({
        document: set,
        text: (style) => setImagesText(set, style),
        diagnostics: set.diagnostics,
      });
    });
