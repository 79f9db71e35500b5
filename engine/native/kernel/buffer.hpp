// Memory that vectors of the processor can be loaded from.

#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <new>

namespace translucent {

template <typename T>
class Buffer {
 public:
  // Makes room for `size` elements, all zero.
  void resize(size_t size) { std::fill_n(grown_to(size), size, T{}); }

  // Returns room for at least `size` elements; what it held is lost if it was smaller.
  T* grown_to(size_t size) {
    if (size > capacity_) {
      clear();
      memory_.reset(static_cast<T*>(::operator new(size * sizeof(T), kAlignment)));
      capacity_ = size;
    }
    return memory_.get();
  }

  void clear() {
    memory_.reset();
    capacity_ = 0;
  }

  bool empty() const { return capacity_ == 0; }
  T* data() { return memory_.get(); }
  const T* data() const { return memory_.get(); }
  T& operator[](size_t i) { return memory_.get()[i]; }
  const T& operator[](size_t i) const { return memory_.get()[i]; }

 private:
  static constexpr std::align_val_t kAlignment{64};

  struct Free {
    void operator()(T* memory) const { ::operator delete(memory, kAlignment); }
  };
  std::unique_ptr<T[], Free> memory_;
  size_t capacity_ = 0;
};

}  // namespace translucent
