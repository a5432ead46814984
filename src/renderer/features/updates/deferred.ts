import { UpdateNotice as UpdateNoticePlace } from './index.ts';
import { UpdateNotice } from './UpdateNotice.tsx';

UpdateNoticePlace.provide(UpdateNotice);
