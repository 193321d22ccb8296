/** What an upload is for. It decides which files are taken, and what becomes of a picture. */
export const mediaPresets = ['profile', 'banner', 'attachment'] as const

export type MediaPreset = (typeof mediaPresets)[number]

/** The file types that are accepted, by content, with the ending of the stored file. */
export const mediaTypes = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'video/mp4': 'mp4',
} as const

export type MediaType = keyof typeof mediaTypes

/** Requirements 1.5: the four kinds of pictures. */
export const imageTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] as const satisfies MediaType[]

export const isImage = (type: MediaType): boolean => (imageTypes as readonly MediaType[]).includes(type)

/** Files taken for a preset: pictures for portraits and banners, also documents and films for attachments. */
export function typesOf(preset: MediaPreset): readonly MediaType[] {
  return preset === 'attachment' ? (Object.keys(mediaTypes) as MediaType[]) : imageTypes
}

/** The size that a picture is cut to, in pixels; null keeps its shape (requirements 2.9). */
export const pictureSizes: Record<MediaPreset, { readonly width: number; readonly height: number } | null> = {
  profile: { width: 400, height: 400 },
  banner: { width: 1200, height: 300 },
  attachment: null,
}

export const mediaLimits = {
  /** Of one file. Requirements 1.5: 10 MB. */
  bytes: 10 * 1024 * 1024,
  /** Pixels of a picture, all its frames together. */
  pixels: 40_000_000,
  /** Frames of a moving picture: further ones are left out. */
  frames: 120,
  /** The longest side of an attached picture; a larger one is made smaller. */
  longestSide: 2400,
  /** Uploads of one citizen in an hour; those that were refused count, too. */
  uploadsPerHour: 60,
  /** Bytes of one citizen in 24 hours, as announced by the sender; refused ones count, too. */
  bytesPerDay: 200 * 1024 * 1024,
  /** Uploads of one citizen under way at once, from the first byte to the answer. */
  atOnce: 3,
  /** Bytes of one citizen's files together, as stored. */
  bytesStored: 500 * 1024 * 1024,
  /** How long a file that nothing points to stays: a draft of a candidacy, which only its device knows, may need it. */
  orphanMs: 7 * 24 * 3_600_000,
} as const
