import { describe, expect, it } from 'vitest'
import { rights } from '../platform'
import { useTestNation } from '../testing'
import { features } from './features'
import { entities, servingRights, tablesOf } from './lists'

const nation = useTestNation()

describe('The lists of the nation', () => {
  it('name a table once: two features that claim one are refused', () => {
    const claim = { tables: { polls: rights.kept } }
    expect(() => tablesOf([claim, claim])).toThrow(`Two features claim the table 'polls'.`)
    expect(Object.keys(servingRights)).toHaveLength(features.flatMap(({ tables = {} }) => Object.keys(tables)).length)
  })

  it('state the rights on the table of every entity, by the feature that has the entity', () => {
    const strangers = features.flatMap((feature) =>
      (feature.entities ?? [])
        .map((entity) => nation.database.getMetadata(entity).tableName)
        .filter((table) => !Object.hasOwn(feature.tables ?? {}, table)),
    )
    expect(strangers).toEqual([])
    expect(new Set(entities).size).toBe(entities.length)
  })
})
