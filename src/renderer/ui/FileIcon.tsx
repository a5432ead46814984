import {
  IconBinary,
  IconCode,
  IconFile,
  IconFileText,
  IconFileZip,
  IconMovie,
  IconMusic,
  IconPhoto,
  IconTable,
  type TablerIcon,
} from '@tabler/icons-react';
import classes from './FileIcon.module.css';
import { type FileKind, fileKind } from './file-kinds.ts';

const icons: { readonly [Kind in FileKind]: TablerIcon } = {
  image: IconPhoto,
  video: IconMovie,
  audio: IconMusic,
  archive: IconFileZip,
  document: IconFileText,
  table: IconTable,
  code: IconCode,
  data: IconBinary,
  other: IconFile,
};

type Props = { readonly name: string };

export function FileIcon({ name }: Props) {
  const Icon = icons[fileKind(name)];
  return (
    <span className={classes.tile}>
      <Icon size={20} stroke={1.6} aria-hidden="true" />
    </span>
  );
}
