// Apart, because rules run in browsers: what only refuses brings no table of sentences along.
export * from './nation-error'
export * from './table'
export * from './verdict'
