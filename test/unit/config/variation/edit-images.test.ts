import {expect, it} from 'vitest';
import {editImages} from '../../../../src/config/variation/edit-images.ts';
import {StackImages} from '../../../../src/config/variation/image-model.ts';
import {readYaml} from '../../../../src/config/yaml/read-yaml.ts';

type Row = {
  readonly name: string;
  readonly text: string;
  readonly edit: string;
  readonly workspace?: string;
  readonly want: string;
};

const ROWS: readonly Row[] = [
  {
    name: 'a new image in a stack without images',
    text: 'name: a # b\n',
    edit: 'web=:2',
    want: 'name: a # b\nimages:\n  web: :2\n',
  },
  {
    name: 'an image with a comment',
    text: 'images:\n  web: web:1 # pinned\n  db: db:1\n',
    edit: 'web=web:2',
    want: 'images:\n  web: web:2 # pinned\n  db: db:1\n',
  },
  {name: 'an image in flow style', text: 'images: {web: web:1}\n', edit: 'web=web:2', want: 'images: {web: web:2}\n'},
  {
    name: 'the first image of a workspace',
    text: 'images:\n  web: web:1\n# the end\n',
    edit: 'web=:2',
    workspace: 'prod',
    want: 'images:\n  web: web:1\n  prod:\n    web: :2\n# the end\n',
  },
  {
    name: 'an image below *',
    text: "images:\n  '*':\n    web: web:1\n",
    edit: 'web=:2',
    want: "images:\n  '*':\n    web: :2\n",
  },
  {
    name: 'an image with the name of a workspace',
    text: 'images:\n  web:\n    db: db:1\n',
    edit: 'web=:2',
    want: "images:\n  web:\n    db: db:1\n  '*':\n    web: :2\n",
  },
];

const imagesOf = (text: string): StackImages | undefined => {
  const value = readYaml(text, 'stack.yaml').documents[0]?.value as {readonly images?: unknown};
  return value.images === undefined ? undefined : StackImages.parse(value.images);
};

it.each(ROWS)('an edit changes only $name', ({text, edit, workspace, want}) => {
  const [name = '', ref = ''] = edit.split('=');
  const edited = editImages(text, {images: imagesOf(text), edits: [{name, ref}], workspace});
  expect(edited.text).toBe(want);
});

it('a workspace with the name of an image of every workspace is refused', () => {
  const text = 'images: {web: web:1}\n';
  expect(() => editImages(text, {images: imagesOf(text), edits: [{name: 'db', ref: ':2'}], workspace: 'web'})).toThrow(
    expect.objectContaining({failure: expect.objectContaining({code: 'input/usage'})}),
  );
});
